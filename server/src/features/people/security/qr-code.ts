import QRCode from 'qrcode';

/** A text as QR code: modules a side, and the dark ones as path of an SVG, one unit a module. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules;
  const runs: string[] = [];
  for (let y = 0; y < size; y += 1) {
    const row = Array.from({ length: size }, (_, x) => (data[y * size + x] ? '1' : '0')).join('');
    for (const { index, 0: run } of row.matchAll(/1+/g)) runs.push(`M${index} ${y}h${run.length}v1h-${run.length}z`);
  }
  return { size, path: runs.join('') };
}
