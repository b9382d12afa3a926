import { once } from 'node:events';
import { Duplex } from 'node:stream';
import { connect } from 'node:tls';

/** What a TLS client says first, of which it keeps no secret: whoever sends it cannot go on. */
export async function clientHello(): Promise<Buffer> {
  const wire = new Duplex({
    read: () => undefined,
    write(chunk, _encoding, done) {
      this.emit('said', chunk);
      done();
    },
  });
  const said = once(wire, 'said');
  const client = connect({ socket: wire, servername: 'localhost' }).on('error', () => {});
  const [hello] = (await said) as [Buffer];
  client.destroy();
  return hello;
}
