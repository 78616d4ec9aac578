import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { FLOODS } from './flood-kinds.mjs';

/**
 * A process that floods a shop: `node flooder.mjs <kind> <port> <token>`. It tells its parent `ready` when the flood stands,
 * ends with its parent, and counts what it was told. At the lowest priority, since a flood comes from other machines
 * and must not take the time of the one that is measured.
 */
setPriority(19);
// where Linux keeps the priority of a session among the others, which counts before that of a process inside it
const SESSION_PRIORITY = '/proc/self/autogroup';
if (existsSync(SESSION_PRIORITY)) writeFileSync(SESSION_PRIORITY, '19');
const [kind, port, token] = process.argv.slice(2);
const seen = {};
const note = (what) => {
  seen[what] = (seen[what] ?? 0) + 1;
};
/** How long a connection that was cut or answered rests before the next one, in ms. */
const REST_MS = 50;
let open = 0;

/** Opens a connection and says `text`. Answers when it stands, or has failed to. */
const say = (text, onOpen = () => {}) =>
  new Promise((standing) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      open += 1;
      socket.once('close', () => (open -= 1));
      onOpen(socket);
      if (text.length > 0) socket.write(text);
      standing(socket);
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      note('cut');
      standing(socket);
    });
  });

/** Holds many connections, each of which says `text(n)` and then a little now and then, and again whenever it was cut. */
async function hold({ connections, text = () => '', drip, isReader = true }) {
  const keep = async (n) => {
    const socket = await say(text(n), (opened) => {
      const dripping = drip && setInterval(() => opened.write(drip), 2_000);
      opened.once('close', () => clearInterval(dripping));
      if (isReader) opened.once('data', (data) => note(data.toString('latin1', 9, 12)));
      else opened.pause();
    });
    // a flood comes from many machines: not all at the same moment
    const again = () => setTimeout(() => void keep(n), 250 + Math.random() * 500);
    if (socket.destroyed) again();
    else socket.once('close', again);
  };
  for (let n = 0; n < connections; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, m) => keep(n + m)));
    await sleep(20);
  }
}

/** Says one of `texts` on each of some connections, waits for an answer or for being cut, and does so again on a new one. */
async function repeat({ connections, texts }) {
  const bytes = (await texts(token)).map((text) => Buffer.from(text));
  const once = async (n) => {
    const socket = await say(bytes[n % bytes.length]);
    if (!socket.destroyed) {
      await new Promise((done) => {
        socket.once('data', (data) => {
          note(data.toString('latin1', 9, 12));
          socket.destroy();
        });
        socket.once('close', done);
      });
    }
    setTimeout(() => void once(n + connections), REST_MS);
  };
  for (let n = 0; n < connections; n += 1) void once(n);
}

process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send({ seen, open }));
const kinds = FLOODS[kind].kinds ?? [kind];
await Promise.all(kinds.map((name) => (FLOODS[name].texts ? repeat : hold)(FLOODS[name])));
process.send({ ready: true });
