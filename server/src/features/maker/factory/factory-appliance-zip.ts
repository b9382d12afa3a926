import { downTopics, topicDown, topicUp, upTopics } from '@brina/contract/devices';
import { showActivationCode } from '@brina/domain/appliance/activation-code';
import { strToU8, zipSync } from 'fflate';

/** How a unit reaches the portal; what `connection.json` says. */
export type ConnectionFacts = {
  serialNumber: string;
  /** `mqtts://host:port`. */
  mqttUrl: string;
  heartbeat_ms: number;
};

/** What a zip for the person who equips a unit is made from (docs/API.md). Key, code and label are handed out once. */
export type ZipFacts = {
  connection: ConnectionFacts;
  caPem: string;
  /** Certificate in force, with its issuer's behind it. */
  certificatePem: string;
  keyPem?: string;
  activationCode?: string;
  label?: Uint8Array;
  /** Time the files carry, epoch ms. */
  now: number;
};

/** The zip as a file to download. Its entries have fixed names, whatever the unit. */
export function applianceZip(facts: ZipFacts): { type: string; name: string; data: Uint8Array } {
  const { connection, caPem, certificatePem, keyPem, activationCode, label, now } = facts;
  const files = {
    'README.txt': strToU8(readme(connection.serialNumber, facts)),
    'ca.pem': strToU8(caPem),
    'certificate.pem': strToU8(certificatePem),
    'connection.json': strToU8(`${JSON.stringify(connectionOf(connection), null, 2)}\n`),
    ...(keyPem && { 'key.pem': strToU8(keyPem) }),
    ...(activationCode && { 'activation-code.txt': strToU8(`${showActivationCode(activationCode)}\n`) }),
    ...(label && { 'label.pdf': label }),
  };
  return {
    type: 'application/zip',
    // The one without a key is not mistaken for the one that is handed out once.
    name: keyPem ? `${connection.serialNumber}.zip` : `${connection.serialNumber}-certificate.zip`,
    data: zipSync(files, { mtime: now }),
  };
}

/** What a unit has to know to connect (docs/DEVICE-PROTOCOL.md). */
const connectionOf = ({ serialNumber, mqttUrl, heartbeat_ms }: ConnectionFacts) => ({
  url: mqttUrl,
  protocols: ['MQTT 3.1.1', 'MQTT 5'],
  tls: { minimum: '1.2', ca: 'ca.pem', certificate: 'certificate.pem', key: 'key.pem' },
  clientId: serialNumber,
  keepAlive_s: 60,
  heartbeat_s: heartbeat_ms / 1000,
  qos: 1,
  publish: Object.fromEntries(upTopics.map((topic) => [topic, topicUp(serialNumber, topic)])),
  subscribe: `rf/v1/${serialNumber}/down/#`,
  receive: Object.fromEntries(downTopics.map((topic) => [topic, topicDown(serialNumber, topic)])),
});

/** Instructions for the bench where a unit gets its identity: English, as the protocol's description. */
const readme = (serialNumber: string, { keyPem, activationCode, label }: ZipFacts): string =>
  [
    `Identity of appliance ${serialNumber}`,
    '',
    'certificate.pem      who the unit is; the issuing authority stands behind it',
    'ca.pem               whom the unit trusts',
    'connection.json      where it connects to, with which topics',
    ...(keyPem ? ['key.pem              its private key'] : []),
    ...(activationCode ? ['activation-code.txt  code with which its owner adds it to a kitchen'] : []),
    ...(label ? ['label.pdf            label to print, 100 x 92 mm'] : []),
    '',
    ...(keyPem
      ? [
          'Onto the unit:',
          '1. Copy certificate.pem, key.pem, ca.pem and connection.json to the folder of the controller that',
          '   holds its identity. The key belongs onto this one unit and nowhere else.',
          '2. Start the controller. It connects by mutual TLS with its serial number as client identifier and',
          '   tells its whole state; the portal shows it online.',
          ...(label
            ? [
                '3. Print label.pdf. The upper part stays on the unit; the lower part, with the activation code,',
                '   is torn off and goes to the customer with the papers.',
              ]
            : []),
          '',
          'The portal keeps neither key nor code. Keep this file until the unit is equipped, then delete it.',
          'If it is lost, issue the certificate anew, which revokes the former one.',
          ...(activationCode ? ['A lost code is renewed on the page of the appliance in the portal.'] : []),
        ]
      : ['The private key was handed out once, with the certificate, and is nowhere in the portal.']),
    '',
  ].join('\r\n');
