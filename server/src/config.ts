import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { email } from '@brina/contract/wire/values';
import { defaultHeartbeat_ms } from '@brina/domain/appliance/connection';
import { second_ms } from '@brina/domain/language/durations';
import { readProxies } from './core/http/proxies.ts';
import type { Operator } from './core/operator.ts';
import { outsideAddress, readWitness, type Witness } from './core/pki/witness.ts';

/** The portal's configuration, read once from the environment. */
export type Config = {
  host: string;
  httpPort: number;
  mqttPort: number;
  /** `own`: a certificate of our CA; files: certificate and key; null: plain HTTP. */
  tls: 'own' | { cert: string; key: string } | null;
  publicUrl: string | null;
  /** Addresses and networks of the proxies that are believed when they say whom they forward. */
  trustedProxies: readonly string[];
  dataDir: string;
  databaseUrl: string | null;
  /** Whether PostgreSQL is sent prepared statements. */
  databasePlans: boolean;
  /** Mail server; null: mail is written into the data folder's outbox. May hold a password. */
  smtpUrl: string | null;
  /** `Name <address>`; null: from `no-reply` at the portal's own name. */
  mailFrom: string | null;
  /** Address of the first account, made where there is none; null: none is made that would get mail. */
  adminEmail: string | null;
  /** Who runs the installation: legal texts, statements, letters and `security.txt` name it. */
  operator: Operator;
  /** File of the keys that sign the books of records; null: in the data folder. */
  ledgerKey: string | null;
  /** Address of an authority that stamps the log of the books each day; null: none. */
  tsaUrl: string | null;
  /** Who cosigns the log of the books; null: nobody. */
  witness: Witness | null;
  environment: 'prod' | 'dev';
  /** Whether the maker's staff has to sign in with a second factor. */
  staffFactor: boolean;
  maintenance: boolean;
  afterSales: boolean;
  /** Site with the tutorial; null: the menu has no entry for it. */
  tutorialUrl: string | null;
  brand: string;
  subscriptionKey: string | null;
  subscriptionKeyHeader: string;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  demo: boolean;
  heartbeat_ms: number;
  accessToken_s: number;
  /** Seconds after which a session ends that nobody uses; null: it lasts until its absolute end. */
  sessionIdle_s: number | null;
};

/** One variable: what it means, what it is when absent, and how its text is read. A reader throws a sentence. */
type Variable<T> = { meaning: string; fallback: string; read(text: string): T };

const text = (meaning: string, fallback = ''): Variable<string> => ({ meaning, fallback, read: (value) => value });
const port = (meaning: string, fallback: string): Variable<number> => ({
  meaning: `${meaning} (0: any free one)`,
  fallback,
  read: (value) => wholeNumber(value, 0, 65_535),
});
/** One line that people read; null when it is not set. */
const line = (meaning: string): Variable<string | null> => ({
  meaning,
  fallback: '',
  read: (value) => {
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) throw new Error('must be one line');
    return value.trim() || null;
  },
});
/** The address of a mailbox; null when it is not set. */
const mailbox = (meaning: string): Variable<string | null> => ({
  meaning,
  fallback: '',
  read: (value) => {
    if (value !== '' && !email().safeParse(value).success) throw new Error('must be like ada@example.com');
    return value || null;
  },
});
/** A switch; null when it is not set. */
const flag = (meaning: string): Variable<boolean | null> => ({
  meaning,
  fallback: '',
  read: (value) => {
    if (['1', 'true', 'on'].includes(value)) return true;
    if (['0', 'false', 'off'].includes(value)) return false;
    if (value === '') return null;
    throw new Error('must be on or off');
  },
});
const oneOf = <const T extends string>(meaning: string, choices: readonly T[], fallback: T): Variable<T> => ({
  meaning: `${meaning}: ${choices.join(', ')}`,
  fallback,
  read: (value) => {
    const choice = choices.find((one) => one === value);
    if (choice === undefined) throw new Error(`must be one of ${choices.join(', ')}`);
    return choice;
  },
});

function wholeNumber(value: string, min: number, max: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < min || number > max)
    throw new Error(`must be a whole number from ${min} to ${max}`);
  return number;
}

/** What stands in a file, by who reads it. */
function inFile<T>(file: string, what: string, read: (pem: string) => T): T {
  let pem: string;
  try {
    pem = readFileSync(file, 'utf8');
  } catch {
    throw new Error(`names ${file}, which cannot be read`);
  }
  try {
    return read(pem);
  } catch (cause) {
    throw new Error(`names ${file}, which holds no ${what} that can be used (${(cause as Error).message})`, { cause });
  }
}

/**
 * Refuses what the first handshake would: TLS itself takes an empty key in silence.
 * @param cert file of the certificate, and those of its chain
 * @throws Error with a sentence's end, such as `names x, which cannot be read`
 */
export function requirePair(cert: string, key: string): void {
  const certificate = inFile(cert, 'certificate', (pem) => {
    // The chain behind the certificate too.
    createSecureContext({ cert: pem });
    return new X509Certificate(pem);
  });
  const privateKey = inFile(key, 'private key', (pem): KeyObject => createPrivateKey(pem));
  if (!certificate.checkPrivateKey(privateKey)) throw new Error(`names ${key}, which is not the key of ${cert}`);
}

const variables = {
  BRINA_HTTP_PORT: port('port of the web app and the calls', '8080'),
  BRINA_MQTT_PORT: port('port to which appliances connect', '8883'),
  BRINA_HOST: text('address to listen on', '127.0.0.1'),
  BRINA_TLS: {
    meaning: '"own" for a certificate of our own CA, or "certificate,key" files; absent: plain HTTP',
    fallback: '',
    read: (value: string): Config['tls'] => {
      if (value === '' || value === 'own') return value || null;
      const [cert, key, ...rest] = value.split(',');
      if (!cert || !key || rest.length > 0) throw new Error('must be "own" or two files, "certificate,key"');
      requirePair(cert, key);
      return { cert, key };
    },
  },
  BRINA_PUBLIC_URL: {
    meaning: 'address by which people reach the portal; it stands in mails and certificates',
    fallback: '',
    read: (value: string): string | null => {
      if (value === '') return null;
      const url = URL.parse(value);
      if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search)
        throw new Error('must be like https://portal.example.com');
      return url.origin;
    },
  },
  BRINA_TRUSTED_PROXY: {
    meaning: 'proxies whose X-Forwarded-For is believed: addresses or networks (10.0.0.7,fd00::/8); absent: none',
    fallback: '',
    read: (value: string): readonly string[] => {
      const names = value.split(',').map((name) => name.trim());
      if (value === '') return [];
      readProxies(names);
      return names;
    },
  },
  BRINA_DATA_DIR: text('folder of the database, keys, files and outbox', './data'),
  BRINA_DATABASE_URL: {
    meaning: 'PostgreSQL to use; absent: the embedded database',
    fallback: '',
    read: (value: string): string | null => {
      if (value !== '' && !/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ''))
        throw new Error('must be like postgresql://user@host/database');
      return value || null;
    },
  },
  BRINA_DATABASE_PLANS: flag(
    'off: PostgreSQL gets no prepared statements, for a pooler that shares its sessions; by default on',
  ),
  BRINA_SMTP_URL: {
    meaning: 'mail server; absent: mail is written into the outbox of the data folder',
    fallback: '',
    read: (value: string): string | null => {
      const url = URL.parse(value);
      // The value may hold a password: the fault does not repeat it.
      if (value !== '' && (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === ''))
        throw new Error('must be like smtps://user:password@mail.example.com');
      return value || null;
    },
  },
  BRINA_MAIL_FROM: {
    meaning: 'sender of mail; absent: no-reply at the host of the public address',
    fallback: '',
    read: (value: string): string | null => {
      if (value !== '' && !/^([^\p{Cc}<>"@,;]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u.test(value))
        throw new Error('must be like Brina <no-reply@example.com>');
      return value || null;
    },
  },
  BRINA_ADMIN_EMAIL: mailbox(
    'address of the first administrator of an empty portal; needed where there is a mail server',
  ),
  BRINA_OPERATOR: line('name of who runs this installation; legal texts, statements and letters name it'),
  BRINA_OPERATOR_ADDRESS: line('its postal address, in one line'),
  BRINA_OPERATOR_CONTACT: mailbox('its mailbox for questions about terms and accessibility'),
  BRINA_OPERATOR_PRIVACY: mailbox('its mailbox for data protection; absent: the one for questions'),
  BRINA_OPERATOR_SECURITY: mailbox('its mailbox for security, told by /.well-known/security.txt; absent: no such file'),
  BRINA_LEDGER_KEY: text('file of the keys that sign the books of records; absent: pki/ledger.key in the data folder'),
  BRINA_TSA_URL: {
    meaning: 'authority that stamps the log of the books of records each day (RFC 3161); absent: none',
    fallback: '',
    read: (value: string): string | null => {
      const address = outsideAddress(value);
      if (value !== '' && address === undefined)
        throw new Error('must be like https://tsa.example.com, without a user');
      return address ?? null;
    },
  },
  BRINA_WITNESS: {
    meaning: '"address key" of a witness that cosigns that log (C2SP tlog-witness); absent: none',
    fallback: '',
    read: (value: string): Witness | null => (value === '' ? null : readWitness(value)),
  },
  BRINA_ENV: oneOf('kind of installation', ['prod', 'dev'], 'prod'),
  BRINA_STAFF_FACTOR: flag("on demands a second factor of the maker's staff; by default only in prod"),
  BRINA_MAINTENANCE: flag('on shows maintenance notices; by default only in dev'),
  BRINA_AFTER_SALES: flag('on shows after-sales documents; by default only in dev'),
  BRINA_TUTORIAL_URL: {
    meaning: 'tutorial that the menu leads to; absent: no such entry',
    fallback: '',
    read: (value: string): string | null => {
      if (value !== '' && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
        throw new Error('must be like https://tutorial.example.com');
      return value || null;
    },
  },
  BRINA_BRAND: text('brand of the appliances', 'IRINOX'),
  BRINA_SUBSCRIPTION_KEY: {
    meaning: 'public key that meters the calls; absent: made once and kept',
    fallback: '',
    read: (value: string): string | null => {
      if (/[^!-~]/.test(value)) throw new Error('must be printable ASCII without spaces: it travels in a header');
      return value || null;
    },
  },
  BRINA_SUBSCRIPTION_KEY_HEADER: {
    meaning: 'header of that key',
    fallback: 'Ocp-Apim-Subscription-Key',
    read: (value: string): string => {
      if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(value)) throw new Error('must be the name of a header');
      return value;
    },
  },
  BRINA_LOG: oneOf('level of the log', ['silent', 'error', 'warn', 'info', 'debug'], 'info'),
  BRINA_DEMO: flag('on makes a demo company with a simulated fleet'),
  BRINA_HEARTBEAT_S: {
    meaning: 'an appliance is heard at least this often and is offline after three',
    fallback: String(defaultHeartbeat_ms / second_ms),
    read: (value: string) => wholeNumber(value, 1, 3600) * second_ms,
  },
  BRINA_ACCESS_TOKEN_S: {
    meaning: 'life of an access token',
    fallback: '3600',
    read: (value: string) => wholeNumber(value, 5, 86_400),
  },
  BRINA_SESSION_IDLE_S: {
    meaning: 'a sign-in ends when no open page or client renews it for so long; absent: after 12 hours or 30 days only',
    fallback: '',
    // Pages renew every 50 minutes: a shorter time would sign out who is at work.
    read: (value: string) => (value === '' ? null : wholeNumber(value, 3600, 30 * 86_400)),
  },
} satisfies Record<string, Variable<unknown>>;

/** The configuration cannot be used; `message` lists every fault, one a line. */
export class ConfigFault extends Error {}

/**
 * Reads the configuration.
 * @throws {ConfigFault} with all faults at once
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const value = <N extends keyof typeof variables>(name: N): ReturnType<(typeof variables)[N]['read']> => {
    const variable: Variable<unknown> = variables[name];
    try {
      // Set to nothing is not set: that is how a container's settings leave a variable out.
      return variable.read(environment[name] || variable.fallback) as ReturnType<(typeof variables)[N]['read']>;
    } catch (error) {
      faults.push(`${name} ${(error as Error).message}`);
      return undefined as never;
    }
  };
  const env = value('BRINA_ENV');
  const config: Config = {
    host: value('BRINA_HOST'),
    httpPort: value('BRINA_HTTP_PORT'),
    mqttPort: value('BRINA_MQTT_PORT'),
    tls: value('BRINA_TLS'),
    publicUrl: value('BRINA_PUBLIC_URL'),
    trustedProxies: value('BRINA_TRUSTED_PROXY'),
    dataDir: resolve(value('BRINA_DATA_DIR')),
    databaseUrl: value('BRINA_DATABASE_URL'),
    databasePlans: value('BRINA_DATABASE_PLANS') ?? true,
    smtpUrl: value('BRINA_SMTP_URL'),
    mailFrom: value('BRINA_MAIL_FROM'),
    adminEmail: value('BRINA_ADMIN_EMAIL'),
    operator: {
      name: value('BRINA_OPERATOR'),
      address: value('BRINA_OPERATOR_ADDRESS'),
      contact: value('BRINA_OPERATOR_CONTACT'),
      privacy: value('BRINA_OPERATOR_PRIVACY'),
      security: value('BRINA_OPERATOR_SECURITY'),
    },
    ledgerKey: value('BRINA_LEDGER_KEY') || null,
    tsaUrl: value('BRINA_TSA_URL'),
    witness: value('BRINA_WITNESS'),
    environment: env,
    staffFactor: value('BRINA_STAFF_FACTOR') ?? env === 'prod',
    // Feature switches, on by default in dev only (S9.6, S2.16).
    maintenance: value('BRINA_MAINTENANCE') ?? env === 'dev',
    afterSales: value('BRINA_AFTER_SALES') ?? env === 'dev',
    tutorialUrl: value('BRINA_TUTORIAL_URL'),
    brand: value('BRINA_BRAND'),
    subscriptionKey: value('BRINA_SUBSCRIPTION_KEY'),
    subscriptionKeyHeader: value('BRINA_SUBSCRIPTION_KEY_HEADER'),
    logLevel: value('BRINA_LOG'),
    demo: value('BRINA_DEMO') ?? false,
    heartbeat_ms: value('BRINA_HEARTBEAT_S'),
    accessToken_s: value('BRINA_ACCESS_TOKEN_S'),
    sessionIdle_s: value('BRINA_SESSION_IDLE_S'),
  };
  if (config.sessionIdle_s !== null && config.sessionIdle_s < config.accessToken_s)
    faults.push('BRINA_SESSION_IDLE_S must not be shorter than BRINA_ACCESS_TOKEN_S: who uses a token is not idle');
  if (
    !isLoopback(config.host) &&
    config.tls === null &&
    (config.publicUrl === null || config.publicUrl?.startsWith('http:'))
  )
    faults.push(
      `BRINA_HOST ${config.host} is open to the network: set BRINA_TLS, or BRINA_PUBLIC_URL to the https address of your proxy`,
    );
  if (config.tls !== null && config.publicUrl?.startsWith('http:'))
    faults.push(
      `BRINA_PUBLIC_URL ${config.publicUrl} is never answered: with BRINA_TLS the portal speaks https only, and the links in its letters would lead nowhere`,
    );
  faults.push(...unknownIn(environment));
  if (faults.length > 0) throw new ConfigFault(faults.join('\n'));
  return config;
}

/** Variables that look like ours and are none: most are mistyped. */
const unknownIn = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(environment)
    .filter((name) => name.startsWith('BRINA_') && !name.startsWith('BRINA_TEST_') && !(name in variables))
    .map((name) => `${name} is not known`);

/** What the operator has not said of itself and has to; its mailbox for privacy may be that for questions. */
const operatorVariables = ({ name, address, contact, privacy, security }: Operator): string[] =>
  Object.entries({
    BRINA_OPERATOR: name,
    BRINA_OPERATOR_ADDRESS: address,
    BRINA_OPERATOR_CONTACT: contact,
    BRINA_OPERATOR_PRIVACY: privacy ?? contact,
    BRINA_OPERATOR_SECURITY: security,
  })
    .filter(([, value]) => value === null)
    .map(([name]) => name);

/** Values that are in use and not fit for a real portal, as sentences that are said loudly at start. */
export function unsafeValues(config: Config): string[] {
  const said: string[] = [];
  if (config.environment === 'dev') said.push('BRINA_ENV=dev: this portal is for trying out and for development.');
  if (!config.staffFactor)
    said.push("BRINA_STAFF_FACTOR is off: a second factor is offered to the maker's staff and not demanded.");
  if (config.environment === 'prod' && config.tls === null && !config.publicUrl?.startsWith('https://'))
    said.push('Neither BRINA_TLS nor an https BRINA_PUBLIC_URL is set: the portal works on this machine only.');
  if (config.tls === null && config.publicUrl?.startsWith('https://') && config.trustedProxies.length === 0)
    said.push(
      'BRINA_TRUSTED_PROXY is not set: everybody comes from the address of the proxy before this portal, so that one who guesses passwords locks all others out, and the audit log names nobody. Set it to that address.',
    );
  if (config.environment === 'prod' && config.smtpUrl === null)
    said.push('BRINA_SMTP_URL is not set: mail stays in the outbox of the data folder and reaches nobody.');
  const unnamed = operatorVariables(config.operator);
  if (config.environment === 'prod' && unnamed.length > 0)
    said.push(
      `${unnamed.join(', ')} ${unnamed.length === 1 ? 'is' : 'are'} not set: legal texts, statements and letters do not say who runs this portal and how to reach them.`,
    );
  return said;
}

/** Whether a host name or address never leaves this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i.test(host);

/** The configuration as a person reads it. */
export function configHelp(): string {
  const rows = Object.entries(variables).map(
    ([name, { meaning, fallback }]) => `  ${name.padEnd(30)}${meaning}${fallback ? ` [${fallback}]` : ''}`,
  );
  return `Configuration by environment variables:\n${rows.join('\n')}`;
}
