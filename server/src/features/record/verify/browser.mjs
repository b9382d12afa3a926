/**
 * What the verifier needs of the machine, for browsers: SHA-256 that answers at once, which none of them has; Ed25519 of our own where they
 * have none; inflating by the browser. Its page has this file and the verifier in it.
 */
import { fromHex, hexOf, joined, machine } from './brina-verify.mjs';

/** The first digits of the roots (of squares for 2, of cubes for 3) of the first primes: the constants of SHA-2 (FIPS 180-4, 4.2, 5.3). */
function rootsOfPrimes(count, power, bits) {
  const primes = [];
  for (let n = 2n; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0n)) primes.push(n);
  return primes.map((prime) => {
    const wanted = prime << BigInt(bits * power);
    let [low, high] = [0n, 1n << BigInt(bits + 5)];
    while (high - low > 1n) {
      const middle = (low + high) >> 1n;
      if (middle ** BigInt(power) > wanted) high = middle;
      else low = middle;
    }
    return BigInt.asUintN(bits, low);
  });
}

/** A message as SHA-2 takes it: a one, zeros, and its length in bits at the end of the last block. */
function padded(message, block) {
  const all = new Uint8Array(Math.ceil((message.length + 1 + block / 8) / block) * block);
  all.set(message);
  all[message.length] = 0x80;
  new DataView(all.buffer).setBigUint64(all.length - 8, BigInt(message.length) * 8n);
  return all;
}

const k256 = rootsOfPrimes(64, 3, 32).map((n) => Number(n) | 0);
const h256 = rootsOfPrimes(8, 2, 32).map((n) => Number(n) | 0);
const w256 = new Int32Array(64);

/** SHA-256 (FIPS 180-4, 6.2). */
export function sha256(message) {
  const blocks = new DataView(padded(message, 64).buffer);
  const hash = Int32Array.from(h256);
  const turn = (n, by) => (n >>> by) | (n << (32 - by));
  for (let start = 0; start < blocks.byteLength; start += 64) {
    for (let i = 0; i < 16; i++) w256[i] = blocks.getInt32(start + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [w256[i - 15], w256[i - 2]];
      const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      w256[i] = w256[i - 16] + s0 + w256[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + k256[i] + w256[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((n, i) => (hash[i] += n));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((n, i) => out.setInt32(4 * i, n));
  return new Uint8Array(out.buffer);
}

/** The curve (RFC 8032, 5.1): its field, the order of its base point, and d. */
const prime = 2n ** 255n - 19n;
const order = 2n ** 252n + 27742317777372353535851937790883648493n;
const mod = (n, m = prime) => ((n % m) + m) % m;
const little = (bytes) => BigInt(`0x${hexOf(Uint8Array.from(bytes).reverse())}`);
function power(base, exponent) {
  let [result, square] = [1n, mod(base)];
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
}
const curve = mod(-121665n * power(121666n, prime - 2n));

/** The point with this y and this lowest bit of x, in extended coordinates; undefined where there is none. */
function pointOf(y, odd) {
  const squared = mod((y * y - 1n) * power(curve * y * y + 1n, prime - 2n));
  let x = power(squared, (prime + 3n) / 8n);
  if (mod(x * x) !== squared) x = mod(x * power(2n, (prime - 1n) / 4n));
  if (y >= prime || mod(x * x) !== squared || (x === 0n && odd)) return undefined;
  if (Boolean(x & 1n) !== odd) x = prime - x;
  return [x, y, 1n, mod(x * y)];
}
function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const [a, b] = [mod((y1 - x1) * (y2 - x2)), mod((y1 + x1) * (y2 + x2))];
  const [c, d] = [mod(2n * curve * t1 * t2), mod(2n * z1 * z2)];
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}
function times(factor, point) {
  let [sum, double] = [[0n, 1n, 1n, 0n], point];
  for (let left = factor; left > 0n; left >>= 1n) {
    if (left & 1n) sum = add(sum, double);
    double = add(double, double);
  }
  return sum;
}
const decoded = (bytes) => pointOf(little(bytes) & (2n ** 255n - 1n), bytes[31] > 127);

/** SHA-512 (FIPS 180-4, 6.4) of the few bytes that a signature is of. */
function sha512(message) {
  const [mask, k] = [2n ** 64n - 1n, rootsOfPrimes(80, 3, 64)];
  const hash = rootsOfPrimes(8, 2, 64);
  const blocks = new DataView(padded(message, 128).buffer);
  const turn = (n, by) => (n >> by) | ((n << (64n - by)) & mask);
  for (let start = 0; start < blocks.byteLength; start += 128) {
    const w = Array.from({ length: 16 }, (_, i) => blocks.getBigUint64(start + 8 * i));
    for (let i = 16; i < 80; i++) {
      const s0 = turn(w[i - 15], 1n) ^ turn(w[i - 15], 8n) ^ (w[i - 15] >> 7n);
      const s1 = turn(w[i - 2], 19n) ^ turn(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
      w.push((w[i - 16] + s0 + w[i - 7] + s1) & mask);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 80; i++) {
      const t1 = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + ((e & f) ^ (~e & mask & g)) + k[i] + w[i];
      const t2 = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) & mask, c, b, a, (t1 + t2) & mask];
    }
    [a, b, c, d, e, f, g, h].forEach((n, i) => (hash[i] = (hash[i] + n) & mask));
  }
  return fromHex(hash.map((n) => n.toString(16).padStart(16, '0')).join(''));
}

/** Whether a signature of 64 bytes is that of a key (RFC 8032, 5.1.7). */
export function isSignedBy(key, message, signature) {
  if (signature.length !== 64) return false;
  const [a, r, s] = [decoded(key), decoded(signature.subarray(0, 32)), little(signature.subarray(32))];
  if (!a || !r || s >= order) return false;
  const challenge = little(sha512(joined(signature.subarray(0, 32), key, message))) % order;
  const [left, right] = [times(s, pointOf(mod(4n * power(5n, prime - 2n)), false)), add(r, times(challenge, a))];
  return [0, 1].every((i) => mod(left[i] * right[2]) === mod(right[i] * left[2]));
}

/** The bytes of a part of a file, inflated as they come. Whatever follows their end is an error, as in Node. */
async function* inflated({ blob }, from, to, format) {
  const reader = blob.slice(from, to).stream().pipeThrough(new DecompressionStream(format)).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

if (typeof window === 'object') {
  const { subtle } = globalThis.crypto;
  machine.sha256 = (data) => sha256(typeof data === 'string' ? new TextEncoder().encode(data) : data);
  machine.isSignedBy = async (key, message, signature) => {
    const theirs = await subtle?.importKey('raw', key, 'Ed25519', false, ['verify']).catch(() => undefined);
    return theirs ? subtle.verify('Ed25519', theirs, signature, message) : isSignedBy(key, message, signature);
  };
  machine.inflated = inflated;
}
