import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Prints the Dockerfile's base image with its digest, as the registry has it now: `node:22-…@sha256:…`. Needs Docker and
 * its registry. With `--check IMAGE` it fails unless the image is named by digest.
 */
const PINNED = /^[^@\s]+@sha256:[0-9a-f]{64}$/;
const [option, given] = process.argv.slice(2);
if (option === '--check') {
  if (!PINNED.test(given ?? '')) {
    console.error(`The base image is not named by digest: ${given ?? 'none'}`);
    process.exit(1);
  }
} else {
  const text = readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8');
  const image = /^ARG NODE_IMAGE=(\S+)$/m.exec(text)?.[1];
  if (!image) throw new Error('The Dockerfile has no ARG NODE_IMAGE.');
  const args = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}'];
  console.log(`${image}@${execFileSync('docker', args, { encoding: 'utf8' }).trim()}`);
}
