import { qrPath } from '@brina/domain/qr-path';
import QRCode from 'qrcode';

/** A text as QR code: modules a side, and the dark ones as path of an SVG, one unit a module. */
export function qrCode(text: string): { size: number; path: string } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, path: qrPath(modules) };
}
