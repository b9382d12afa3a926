import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { openPki } from '#core/pki/pki.ts';
import { filePkiStore } from '#core/pki/pki-store.ts';
import { stillClock } from '#core/testing/test-clock.ts';
import { ConfigFault, configHelp, isLoopback, readConfig, unsafeValues } from './config.ts';

/** The faults of a configuration, one sentence each. */
function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigFault);
    return error.message.split('\n');
  }
}

describe('the configuration', () => {
  it('S9.6 without any setting is a portal for real use on this machine only', () => {
    assert.deepEqual(readConfig({}), {
      host: '127.0.0.1',
      httpPort: 8080,
      mqttPort: 8883,
      tls: null,
      publicUrl: null,
      trustedProxies: [],
      dataDir: resolve('data'),
      databaseUrl: null,
      databasePlans: true,
      smtpUrl: null,
      mailFrom: null,
      adminEmail: null,
      operator: { name: null, address: null, contact: null, privacy: null, security: null },
      environment: 'prod',
      staffFactor: true,
      maintenance: false,
      afterSales: false,
      tutorialUrl: null,
      brand: 'IRINOX',
      subscriptionKey: null,
      subscriptionKeyHeader: 'Ocp-Apim-Subscription-Key',
      ledgerKey: null,
      tsaUrl: null,
      witness: null,
      logLevel: 'info',
      demo: false,
      heartbeat_ms: 60_000,
      accessToken_s: 3600,
      sessionIdle_s: null,
    });
  });

  it('sessions may end when they are idle, but not of who is at work', () => {
    assert.equal(readConfig({ BRINA_SESSION_IDLE_S: '7200' }).sessionIdle_s, 7200);
    for (const seconds of ['900', '2592001', 'soon'])
      assert.deepEqual(faultsOf({ BRINA_SESSION_IDLE_S: seconds }), [
        'BRINA_SESSION_IDLE_S must be a whole number from 3600 to 2592000',
      ]);
    assert.deepEqual(faultsOf({ BRINA_SESSION_IDLE_S: '3600', BRINA_ACCESS_TOKEN_S: '7200' }), [
      'BRINA_SESSION_IDLE_S must not be shorter than BRINA_ACCESS_TOKEN_S: who uses a token is not idle',
    ]);
  });

  it('a variable that is set to nothing is not set', () => {
    const empty = Object.fromEntries(
      configHelp()
        .match(/BRINA_\w+/g)
        ?.map((name) => [name, '']) ?? [],
    );
    assert.ok(Object.keys(empty).length > 15);
    assert.deepEqual(readConfig(empty), readConfig({}));
  });

  it('S9.6 S2.16 maintenance and after-sales are switches that are on by default in dev only', () => {
    const flags = (environment: Record<string, string>) => {
      const { maintenance, afterSales } = readConfig(environment);
      return [maintenance, afterSales];
    };
    assert.deepEqual(flags({ BRINA_ENV: 'dev' }), [true, true]);
    assert.deepEqual(flags({ BRINA_ENV: 'dev', BRINA_MAINTENANCE: 'off', BRINA_AFTER_SALES: '0' }), [false, false]);
    assert.deepEqual(flags({}), [false, false]);
    assert.deepEqual(flags({ BRINA_MAINTENANCE: 'on', BRINA_AFTER_SALES: '1' }), [true, true]);
  });

  it('every fault is told at once, each with the name of its variable', () => {
    const faults = faultsOf({
      BRINA_HTTP_PORT: '70000',
      BRINA_MQTT_PORT: 'mqtt',
      BRINA_HOST: '0.0.0.0',
      BRINA_PUBLIC_URL: 'ftp://portal.example',
      BRINA_DATABASE_URL: 'mysql://localhost/brina',
      BRINA_SMTP_URL: 'mail.example:25',
      BRINA_MAIL_FROM: 'Brina <no-reply@example.com>, <other@example.com>',
      BRINA_TSA_URL: 'ftp://tsa.example',
      BRINA_WITNESS: 'https://witness.example',
      BRINA_ENV: 'staging',
      BRINA_MAINTENANCE: 'perhaps',
      BRINA_SUBSCRIPTION_KEY: 'two words',
      BRINA_SUBSCRIPTION_KEY_HEADER: 'no header',
      BRINA_LOG: 'loud',
      BRINA_HEARTBEAT_S: '0',
      BRINA_ACCESS_TOKEN_S: '1.5',
      BRINA_COLOUR: 'blue',
    });
    assert.deepEqual(faults, [
      'BRINA_ENV must be one of prod, dev',
      'BRINA_HTTP_PORT must be a whole number from 0 to 65535',
      'BRINA_MQTT_PORT must be a whole number from 0 to 65535',
      'BRINA_PUBLIC_URL must be like https://portal.example.com',
      'BRINA_DATABASE_URL must be like postgresql://user@host/database',
      'BRINA_SMTP_URL must be like smtps://user:password@mail.example.com',
      'BRINA_MAIL_FROM must be like Brina <no-reply@example.com>',
      'BRINA_TSA_URL must be like https://tsa.example.com, without a user',
      'BRINA_WITNESS must be like https://witness.example.com witness.example.com+1a2b3c4d+BHxx…',
      'BRINA_MAINTENANCE must be on or off',
      'BRINA_SUBSCRIPTION_KEY must be printable ASCII without spaces: it travels in a header',
      'BRINA_SUBSCRIPTION_KEY_HEADER must be the name of a header',
      'BRINA_LOG must be one of silent, error, warn, info, debug',
      'BRINA_HEARTBEAT_S must be a whole number from 1 to 3600',
      'BRINA_ACCESS_TOKEN_S must be a whole number from 5 to 86400',
      'BRINA_COLOUR is not known',
    ]);
  });

  it('variables of the tests and of other programs are none of its business', () => {
    assert.deepEqual(faultsOf({ BRINA_TEST_POSTGRES_URL: 'x', PATH: '/bin', HTTP_PORT: 'x' }), []);
  });

  it('B11.1 with TLS of its own, letters and certificates cannot name an http address', () => {
    const faults = faultsOf({ BRINA_TLS: 'own', BRINA_PUBLIC_URL: 'http://portal.example' });
    assert.equal(faults.length, 1);
    assert.match(faults.join(), /^BRINA_PUBLIC_URL http:\/\/portal\.example is never answered/);
    assert.deepEqual(faultsOf({ BRINA_TLS: 'own', BRINA_PUBLIC_URL: 'https://portal.example' }), []);
    assert.deepEqual(faultsOf({ BRINA_PUBLIC_URL: 'http://portal.example' }), []);
  });

  it('a host beyond loopback needs TLS or an https address before it', () => {
    const open = [
      'BRINA_HOST 0.0.0.0 is open to the network: set BRINA_TLS, or BRINA_PUBLIC_URL to the https address of your proxy',
    ];
    const host = { BRINA_HOST: '0.0.0.0' };
    assert.deepEqual(faultsOf(host), open);
    assert.deepEqual(faultsOf({ ...host, BRINA_PUBLIC_URL: 'http://portal.example' }), open);
    assert.deepEqual(faultsOf({ ...host, BRINA_PUBLIC_URL: 'https://portal.example' }), []);
    assert.deepEqual(faultsOf({ ...host, BRINA_TLS: 'own' }), []);
    assert.equal(faultsOf({ ...host, BRINA_HTTP_PORT: 'x' }).length, 2);
    for (const safe of ['localhost', '127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
      assert.ok(isLoopback(safe), safe);
    for (const unsafe of ['', '::', '10.0.0.1', '127.evil.example', 'localhost.example', '1127.0.0.1'])
      assert.ok(!isLoopback(unsafe), unsafe);
  });

  it('a certificate is our own or two files that can be read and belong together', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'brina-tls-'));
    try {
      const pki = await openPki({ store: filePkiStore(join(folder, 'pki')), brand: 'IRINOX', clock: stillClock() });
      const [own, other] = [await pki.issueServer(['localhost']), await pki.issueServer(['localhost'])];
      const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
      const faults = () => faultsOf({ BRINA_TLS: `${cert},${key}` });
      await writeFile(cert, own.certificatePem);
      assert.deepEqual(faultsOf({ BRINA_TLS: 'yes' }), ['BRINA_TLS must be "own" or two files, "certificate,key"']);
      assert.deepEqual(faults(), [`BRINA_TLS names ${key}, which cannot be read`]);
      await writeFile(key, own.keyPem);
      assert.deepEqual(readConfig({ BRINA_TLS: `${cert},${key}` }).tls, { cert, key });
      assert.equal(readConfig({ BRINA_TLS: 'own' }).tls, 'own');

      await writeFile(key, other.keyPem);
      assert.deepEqual(faults(), [`BRINA_TLS names ${key}, which is not the key of ${cert}`]);
      await writeFile(key, '');
      assert.match(faults().join(), /^BRINA_TLS names .*key\.pem, which holds no private key that can be used \(.+\)$/);
      for (const cut of ['', own.certificatePem.slice(0, 200), own.certificatePem.slice(0, -60)]) {
        await writeFile(cert, cut);
        assert.match(
          faults().join(),
          /^BRINA_TLS names .*cert\.pem, which holds no certificate that can be used \(.+\)$/,
        );
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('a sender of mail is an address, with a name or without', () => {
    for (const sender of ['Brina <no-reply@example.com>', 'no-reply@example.com', '厨房 <mail@example.jp>'])
      assert.equal(readConfig({ BRINA_MAIL_FROM: sender }).mailFrom, sender);
    for (const sender of ['Brina', 'a@b, c@d', 'Brina <a@b>\r\nBcc: c@d', 'Brina <a b@c>'])
      assert.equal(faultsOf({ BRINA_MAIL_FROM: sender }).length, 1, sender);
  });

  it('S3.21 the operator is named in one line, and reached by mailboxes', () => {
    assert.equal(faultsOf({ BRINA_OPERATOR: 'Freddo\nPortale' }).length, 1);
    assert.equal(faultsOf({ BRINA_OPERATOR_CONTACT: 'portal' }).length, 1);
    assert.equal(readConfig({ BRINA_OPERATOR_PRIVACY: 'dpo@freddo.example' }).operator.privacy, 'dpo@freddo.example');
  });

  it('a public address is an origin', () => {
    assert.equal(readConfig({ BRINA_PUBLIC_URL: 'https://Portal.example:443/' }).publicUrl, 'https://portal.example');
    for (const address of ['portal.example', 'https://portal.example/app', 'https://portal.example/?x=1'])
      assert.deepEqual(faultsOf({ BRINA_PUBLIC_URL: address }), [
        'BRINA_PUBLIC_URL must be like https://portal.example.com',
      ]);
  });

  it('B11.2 the proxies that are believed are addresses and networks', () => {
    const { trustedProxies } = readConfig({ BRINA_TRUSTED_PROXY: '10.0.0.7, fd00::/8' });
    assert.deepEqual(trustedProxies, ['10.0.0.7', 'fd00::/8']);
    assert.deepEqual(faultsOf({ BRINA_TRUSTED_PROXY: 'proxy.example' }), [
      'BRINA_TRUSTED_PROXY names proxy.example, which is neither an address nor a network like 10.0.0.0/8',
    ]);
  });

  it('B11.2 a proxy that has to be there and is not named is said loudly', () => {
    const said = (environment: Record<string, string>) =>
      /BRINA_TRUSTED_PROXY/.test(unsafeValues(readConfig(environment)).join());
    const behind = { BRINA_PUBLIC_URL: 'https://portal.example' };
    assert.ok(said(behind));
    assert.ok(!said({ ...behind, BRINA_TRUSTED_PROXY: '10.0.0.7' }));
    assert.ok(!said({ ...behind, BRINA_TLS: 'own' }), 'with TLS of its own nobody has to stand before it');
  });

  it("B11.4 demands a second factor of the maker's staff in prod, and says so where it does not", () => {
    const isDemanded = (environment: Record<string, string>) => readConfig(environment).staffFactor;
    const isSaid = (environment: Record<string, string>) =>
      unsafeValues(readConfig(environment)).join('\n').includes('BRINA_STAFF_FACTOR is off');
    const [prod, dev] = [{ BRINA_ENV: 'prod' }, { BRINA_ENV: 'dev' }];
    for (const [environment, demanded] of [
      [{}, true],
      [prod, true],
      [dev, false],
      [{ ...prod, BRINA_STAFF_FACTOR: 'off' }, false],
      [{ ...dev, BRINA_STAFF_FACTOR: 'on' }, true],
    ] as const) {
      assert.equal(isDemanded(environment), demanded, JSON.stringify(environment));
      assert.equal(isSaid(environment), !demanded, JSON.stringify(environment));
    }
  });

  it('an unsafe value that is in use is said loudly', () => {
    assert.match(unsafeValues(readConfig({ BRINA_ENV: 'dev' })).join(), /BRINA_ENV=dev/);
    assert.match(unsafeValues(readConfig({})).join(), /on this machine only/);
    assert.match(unsafeValues(readConfig({ BRINA_TLS: 'own' })).join(), /BRINA_SMTP_URL/);
    const real = { BRINA_TLS: 'own', BRINA_SMTP_URL: 'smtp://mail.example' };
    const operator = {
      BRINA_OPERATOR: 'Freddo Portale S.r.l.',
      BRINA_OPERATOR_ADDRESS: 'Via delle Cucine 12, 31100 Treviso, Italia',
      BRINA_OPERATOR_CONTACT: 'portal@freddo.example',
      BRINA_OPERATOR_SECURITY: 'security@freddo.example',
    };
    assert.deepEqual(unsafeValues(readConfig({ ...real, ...operator })), []);
    // Each that is missing is named; privacy has its own or that for questions.
    for (const name of Object.keys(operator))
      assert.match(
        unsafeValues(readConfig({ ...real, ...operator, [name]: '' })).join(),
        new RegExp(`^${name}\\b.* not set: `),
      );
    assert.match(unsafeValues(readConfig(real)).join(), /BRINA_OPERATOR, .*, BRINA_OPERATOR_PRIVACY, .* are not set/);
  });
});

describe('the program', () => {
  const main = join(import.meta.dirname, '../main.ts');

  async function run(environment: Record<string, string>, ...args: string[]) {
    const env = { PATH: process.env['PATH'], ...environment };
    const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...output };
  }

  it('refuses to start open to the network without TLS, and says why in one sentence', async () => {
    const { code, stdout, stderr } = await run({ BRINA_HOST: '0.0.0.0' });
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /^BRINA_HOST 0\.0\.0\.0 is open to the network: [^\n]+\n$/);
  });

  it('prints every variable with its meaning', async () => {
    const { code, stdout } = await run({}, '--help');
    assert.equal(code, 0);
    assert.match(stdout, /^--reset-factors ADDRESS [^\n]+\n\n/);
    assert.ok(stdout.endsWith(`\n\n${configHelp()}\n`));
    for (const line of configHelp().split('\n').slice(1)) assert.match(line, /^ {2}BRINA_\w+ +\S.+$/);
  });
});
