import { SignedData } from '@peculiar/asn1-cms';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from '@peculiar/asn1-tsp';
import { AlgorithmIdentifier } from '@peculiar/asn1-x509';

/** Time stamps of RFC 3161: what an authority is asked, and whether its reply is an answer to that. */

const sha256 = '2.16.840.1.101.3.4.2.1';
const signedData = '1.2.840.113549.1.7.2';
const timeStampInfo = '1.2.840.113549.1.9.16.1.4';
/** PKIStatus: granted, or granted with changes, of which none concerns what we ask for. */
const granted: readonly number[] = [0, 1];

/** What is to be stamped: its SHA-256, and what nobody could know before. */
export type Stamped = { hash: Uint8Array; nonce: Uint8Array };

/** A number that cannot be negative, and whose first byte says something, as DER writes one. */
export const nonceOf = (random: Uint8Array): Uint8Array =>
  Uint8Array.from(random, (byte, at) => (at === 0 ? (byte & 0x7f) | 0x40 : byte));

/** A TimeStampReq in DER, which asks for the certificate of the authority too. */
export const stampRequest = ({ hash, nonce }: Stamped): Buffer =>
  Buffer.from(
    AsnConvert.serialize(
      new TimeStampReq({
        messageImprint: new MessageImprint({
          hashAlgorithm: new AlgorithmIdentifier({ algorithm: sha256, parameters: null }),
          hashedMessage: new OctetString(hash),
        }),
        nonce: arrayOf(nonce),
        certReq: true,
      }),
    ),
  );

/**
 * Refuses a TimeStampResp that is no stamp of what was asked. That its signature is the authority's is not looked at: whoever relies on it has
 * the authority's certificate.
 * @throws Error with a sentence
 */
export function requireStamp(reply: Uint8Array, { hash, nonce }: Stamped): void {
  const { status, timeStampToken } = parsed(reply, TimeStampResp);
  if (!granted.includes(status.status))
    throw new Error(
      `the authority refuses (status ${status.status}${status.statusString?.map((text) => `, ${text}`).join('') ?? ''})`,
    );
  if (timeStampToken?.contentType !== signedData) throw new Error('the reply has no time stamp token');
  const { encapContentInfo, signerInfos, certificates } = parsed(timeStampToken.content, SignedData);
  const content = encapContentInfo.eContent?.single;
  if (encapContentInfo.eContentType !== timeStampInfo || !content || signerInfos.length === 0 || !certificates?.length)
    throw new Error('the token is no signed time stamp with its certificate');
  const info = parsed(content.buffer, TSTInfo);
  const imprint = info.messageImprint;
  if (imprint.hashAlgorithm.algorithm !== sha256 || !isSame(imprint.hashedMessage.buffer, hash))
    throw new Error('the time stamp is of something else');
  if (!info.nonce || !isSame(info.nonce, nonce)) throw new Error('the time stamp answers another question (nonce)');
}

function parsed<T>(der: Uint8Array | ArrayBuffer, type: new () => T): T {
  try {
    return AsnConvert.parse(der, type);
  } catch (cause) {
    throw new Error('the reply is no time stamp response', { cause });
  }
}

const arrayOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;

const isSame = (one: ArrayBuffer, other: Uint8Array): boolean => Buffer.from(one).equals(other);
