import QRCode from 'qrcode';

const ink = '#13242b';

/** A QR code as an SVG drawing, its quiet zone included: of level M, which a scratch does not spoil. */
export function qrOf(text: string): string {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  const quiet = 4;
  const size = modules.size + 2 * quiet;
  const dark = Array.from(modules.data, (bit, index) =>
    bit ? `M${(index % modules.size) + quiet} ${Math.floor(index / modules.size) + quiet}h1v1h-1z` : '',
  ).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="${ink}" d="${dark}"/></svg>`;
}
