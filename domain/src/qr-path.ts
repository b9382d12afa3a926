/** The dark modules of a QR code, row by row from the top, as the path of an SVG: one unit a module. */
export function qrPath({ size, data }: { readonly size: number; readonly data: ArrayLike<unknown> }): string {
  const runs: string[] = [];
  for (let y = 0; y < size; y += 1) {
    const row = Array.from({ length: size }, (_, x) => (data[y * size + x] ? '1' : '0')).join('');
    for (const { index, 0: run } of row.matchAll(/1+/g)) runs.push(`M${index} ${y}h${run.length}v1h-${run.length}z`);
  }
  return runs.join('');
}
