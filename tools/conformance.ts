import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Bench, type Outcome, runChecks } from './conformance/check.ts';
import { acknowledgementChecks } from './conformance/checks/acknowledgement.checks.ts';
import { connectionChecks } from './conformance/checks/connection.checks.ts';
import { stateChecks } from './conformance/checks/state.checks.ts';
import { topicChecks } from './conformance/checks/topic.checks.ts';
import { Unit } from './conformance/unit.ts';
import { Fault, runMain } from './fault.ts';

const usage = `npm run conformance -- --url mqtts://HOST:8883 --ca ca.pem --cert certificate.pem --key key.pem

Tries an edge with the certificate of one appliance against docs/DEVICE-PROTOCOL.md. The portal keeps what the test sends as
facts of that appliance: take one that stands in no kitchen.

--revoked-cert FILE --revoked-key FILE  a certificate that was revoked, which must be refused
--command SECONDS                       waits so long for a command that is given to the appliance meanwhile
--only WORD                             the checks whose id contains the word; may be repeated
--wait SECONDS                          how long an answer is waited for (10)
--json                                  one JSON document instead of lines
Ends with 0 when nothing failed.`;

const allChecks = [...connectionChecks, ...topicChecks, ...acknowledgementChecks, ...stateChecks];
const marks = { pass: '✓', fail: '✗', skip: '–' } as const;

async function main(): Promise<number> {
  const { bench, only, json } = readArguments();
  using unit = bench.unit;
  const checks = allChecks.filter(({ id }) => only.length === 0 || only.some((word) => id.includes(word)));
  if (!json) console.log(`${unit.serial} at ${unit.target.host}:${unit.target.port}\n`);
  const outcomes = await runChecks(checks, bench, (outcome) => {
    if (!json) console.log(lineOf(outcome));
  });
  const count = (result: Outcome['result']): number => outcomes.filter((one) => one.result === result).length;
  const sum = { passed: count('pass'), failed: count('fail'), skipped: count('skip') };
  if (json) console.log(JSON.stringify({ serial: unit.serial, ...sum, checks: outcomes }, null, 2));
  else console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
  return sum.failed === 0 ? 0 : 1;
}

const lineOf = ({ id, proves, result, seen }: Outcome): string =>
  `${marks[result]} ${id.padEnd(24)} ${proves}\n  ${' '.repeat(24)} ${result === 'skip' ? 'not tried: ' : ''}${seen}`;

function readArguments(): { bench: Bench; only: readonly string[]; json: boolean } {
  const text = { type: 'string' } as const;
  const options = {
    url: text,
    ca: text,
    cert: text,
    key: text,
    'revoked-cert': text,
    'revoked-key': text,
    command: { ...text, default: '0' },
    only: { ...text, multiple: true },
    wait: { ...text, default: '10' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  const { values } = parsed(() => parseArgs({ options }));
  const { url, ca, cert, key } = values;
  const [commandWait_s, wait_ms] = [Number(values.command), Number(values.wait) * 1000];
  if (values.help || !url || !ca || !cert || !key || !(commandWait_s >= 0) || !(wait_ms > 0)) throw new Fault(usage);
  const address = URL.parse(url);
  if (address?.protocol !== 'mqtts:') throw new Fault(`${url} is no address like mqtts://portal.example:8883.`);
  const target = {
    host: address.hostname,
    port: Number(address.port || 8883),
    ca: read(ca),
    certificate: read(cert),
    key: read(key),
    wait_ms,
  };
  const { 'revoked-cert': revokedCert, 'revoked-key': revokedKey } = values;
  const revoked = revokedCert && revokedKey ? { certificate: read(revokedCert), key: read(revokedKey) } : undefined;
  return { bench: { unit: new Unit(target), revoked, commandWait_s }, only: values.only ?? [], json: values.json };
}

function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new Fault(`${(error as Error).message}\n\n${usage}`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Fault(`${file} cannot be read: ${(error as Error).message}`);
  }
}

if (import.meta.main) await runMain(main);
