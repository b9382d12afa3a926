/** So many bytes tell whether a ClientHello follows, and of what length: the header of its record and its type. */
export const helloStart_bytes = 6;

const header_bytes = 5;
const record_bytes_max = 16_384;

/**
 * How many bytes the record is long that a ClientHello begins with (RFC 8446, 4 and 5.1; TLS 1.2 has the same).
 * @param bytes the first of a connection, at least {@link helloStart_bytes}
 * @returns with its header; absent: no client that speaks TLS begins like this
 */
export function hello_bytes(bytes: Buffer): number | undefined {
  const isHandshake = bytes[0] === 0x16 && bytes[1] === 3;
  const isHello = bytes[header_bytes] === 1;
  const length = bytes.readUInt16BE(3);
  return isHandshake && isHello && length <= record_bytes_max ? header_bytes + length : undefined;
}
