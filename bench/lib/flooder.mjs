import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';

/**
 * A process that floods a shop: `node flooder.mjs <kind> <port> <token>`. It tells its parent `ready` when the flood stands,
 * ends with its parent, and counts what it was told. At the lowest priority, since a flood comes from other machines
 * and must not take the time of the one that is measured.
 */
setPriority(19);
sharp.concurrency(1);
const [kind, port, token] = process.argv.slice(2);
const seen = {};
const note = (what) => {
  seen[what] = (seen[what] ?? 0) + 1;
};
const LARGE = 1024 * 1024;
let open = 0;

/** A connection that says `text`, and again whenever it was cut. Answers once it was sent for the first time. */
function hold(text, { drip, isReader = true }) {
  return new Promise((standing) => {
    const start = () => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        open += 1;
        socket.write(text, () => standing());
      });
      if (isReader) socket.once('data', (data) => note(data.toString('latin1', 9, 12)));
      else socket.pause();
      const dripping = drip && setInterval(() => socket.write(drip), 2_000);
      socket.on('error', () => {});
      socket.on('close', () => {
        open -= 1;
        note('cut');
        clearInterval(dripping);
        standing();
        setTimeout(start, 500);
      });
    };
    start();
  });
}

async function holdMany(number, text, how) {
  for (let n = 0; n < number; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, m) => hold(text(n + m), how)));
    await sleep(20);
  }
}

const address = (n) => `198.51.${Math.floor(n / 200) % 200}.${n % 200}`;
const head = (method, path, n, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: flood.example\r\nX-Forwarded-For: ${address(n)}\r\n${more}`;

/** Asks again and again, so many times a second, with at most four under way. */
function pace(perSecond, ask) {
  let under = 0;
  let n = 0;
  setInterval(() => {
    if (under >= 4) return;
    under += 1;
    void ask(n++)
      .then(
        (status) => note(status),
        () => note('cut'),
      )
      .finally(() => {
        under -= 1;
      });
  }, 1_000 / perSecond);
}

async function post(path, body, n, headers) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': address(n), ...headers },
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Uploads pictures as the admin, one of `contents` after another. */
function upload(perSecond, contents) {
  pace(perSecond, (n) => {
    const form = new FormData();
    form.set('image', new Blob([contents[n % contents.length]]), 'flood.png');
    return post('/api/images', form, n, { authorization: `Bearer ${token}` });
  });
}

const SIDE = 6_300;
const blank = (side) => sharp({ create: { width: side, height: side, channels: 3, background: '#c33' } });

const FLOODS = {
  'slow heads': () => holdMany(2_000, (n) => head('GET', '/api/product', n), { drip: 'X-A: b\r\n' }),
  'slow bodies': () => {
    const json = `{"email":"${'a'.repeat(LARGE - 100)}`;
    const more = `Content-Type: application/json\r\nContent-Length: ${LARGE - 1}\r\n\r\n`;
    return holdMany(300, (n) => head('POST', '/api/newsletter', n, more) + json, { drip: 'a' });
  },
  'slow readers': () =>
    holdMany(300, (n) => `${head('GET', '/api/product', n)}\r\n`.repeat(20), { isReader: false }),
  'large bodies': () => {
    const numbers = `{"email":[${'1,'.repeat(LARGE / 2 - 20)}1]}`;
    pace(10, (n) => post('/api/newsletter', numbers, n, { 'content-type': 'application/json' }));
  },
  'large uploads': async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 };
    const picture = { width: 1_600, height: 1_600, channels: 3, background: '#000', noise };
    upload(4, [await sharp({ create: picture }).png().toBuffer()]);
  },
  'picture bombs': async () => {
    const progressive = { progressive: true, chromaSubsampling: '4:4:4' };
    upload(4, [
      await blank(SIDE).png({ progressive: true }).toBuffer(),
      await blank(SIDE).withMetadata({ orientation: 6 }).jpeg(progressive).toBuffer(),
      await blank(SIDE).webp({ effort: 0 }).toBuffer(),
      await blank(16_000).png().toBuffer(),
    ]);
  },
};

process.on('disconnect', () => process.exit(0));
process.on('message', () => process.send({ seen, open }));
await FLOODS[kind]();
process.send({ ready: true });
