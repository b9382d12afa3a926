import { qrPath } from '@brina/domain/qr-path';
import QRCode from 'qrcode';

/** The light margin that readers of such codes need around one, in modules. */
const quiet = 4;

/** An address as a code in the colour of its words. @param label absent: what is beside it says where it leads */
export function QrCode({ of, label, className }: { of: string; label?: string; className?: string | undefined }) {
  const { modules } = QRCode.create(of, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * quiet;
  const told = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={className} viewBox={`${-quiet} ${-quiet} ${side} ${side}`} {...told}>
      <path d={qrPath(modules)} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  );
}
