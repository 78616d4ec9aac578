import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { PRODUCTION, testConfig } from '../../test/harness.js';
import { inlineScriptHashes, pagePolicy, policyText } from './page-policy.js';

const REAL = { ...PRODUCTION, FIREBASE_AUTH_DOMAIN: 'auth.shop.example' };

describe('pagePolicy', () => {
  it('allows no foreign origin with the local services', () => {
    const { 'img-src': _images, ...rest } = pagePolicy(testConfig(), '/nonexistent');
    expect(policyText(rest)).not.toMatch(/https:/);
  });

  it("names all origins of Stripe's own list, and none of its Address Element", () => {
    const policy = pagePolicy(testConfig(REAL), '/nonexistent');
    const ofStripe = (directive: string) =>
      policy[directive]!.filter((source) => source.includes('stripe') || source.includes('maps'));
    expect(ofStripe('script-src')).toEqual(['https://js.stripe.com', 'https://*.js.stripe.com']);
    expect(ofStripe('connect-src')).toEqual(['https://api.stripe.com']);
    expect(ofStripe('frame-src')).toEqual([
      'https://js.stripe.com',
      'https://*.js.stripe.com',
      'https://hooks.stripe.com',
    ]);
  });

  it("names the providers' origins where they are used", () => {
    const policy = pagePolicy(testConfig(REAL), '/nonexistent');
    expect(policy['script-src']).toEqual(
      expect.arrayContaining(['https://js.stripe.com', 'https://apis.google.com']),
    );
    expect(policy['connect-src']).toEqual(
      expect.arrayContaining([
        'https://api.stripe.com',
        'https://identitytoolkit.googleapis.com',
        'https://securetoken.googleapis.com',
      ]),
    );
    expect(policy['frame-src']).toEqual(
      expect.arrayContaining(['https://hooks.stripe.com', 'https://auth.shop.example']),
    );
  });

  it.each([{}, REAL])('never lets scripts be inline or evaluated', (settings) => {
    expect(
      policyText({ scripts: pagePolicy(testConfig(settings), '/nonexistent')['script-src']! }),
    ).not.toMatch(/unsafe|\*(\s|$)|data:/);
  });
});

describe('inlineScriptHashes', () => {
  it('hashes each inline script once, and no other', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'rapid-page-')), 'index.html');
    const script = "document.documentElement.dataset.theme = 'dark';";
    writeFileSync(
      file,
      `<script>${script}</script><script src="/a.js"></script><script type="module" crossorigin src="/b.js"></script><script>${script}</script>`,
    );
    expect(inlineScriptHashes(file)).toEqual([
      `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    ]);
  });

  it('has none without a page', () => {
    expect(inlineScriptHashes('/nonexistent/index.html')).toEqual([]);
  });
});
