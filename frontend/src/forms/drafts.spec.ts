import { beforeEach, describe, expect, it } from 'vitest';
import { hasDrafts, removeDrafts } from './draft-storage';
import { readDraft, removeDraft, writeDraft } from './drafts';

const ADA = { name: 'order.p1', owner: 'a@example.com' };
const EMPTY = { address: '', phone: '' };

const provide = (get: () => unknown) =>
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get });

beforeEach(() => {
  const map: Record<string, string> = {};
  const methods = {
    getItem: (key: string) => map[key] ?? null,
    setItem: (key: string, value: string) => void (map[key] = value),
    removeItem: (key: string) => void delete map[key],
  };
  provide(
    () =>
      new Proxy(methods, {
        ownKeys: () => Object.keys(map),
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
  );
});

describe('a draft', () => {
  it('is found again by the person who typed it', () => {
    writeDraft(ADA, { address: '12 Foundry Lane', phone: '' });
    expect(readDraft(ADA, EMPTY)).toEqual({ address: '12 Foundry Lane', phone: '' });
  });

  it('is nobody else’s, and of no other form', () => {
    writeDraft(ADA, { address: '12 Foundry Lane' });
    const bea = { ...ADA, owner: 'b@example.com' };
    expect(readDraft(bea, EMPTY)).toBeUndefined();
    removeDraft(bea);
    expect(readDraft(ADA, EMPTY)).toBeDefined();
    expect(readDraft({ ...ADA, name: 'order.p2' }, EMPTY)).toBeUndefined();
  });

  it('is known to be there, by its owner', () => {
    expect(hasDrafts(ADA.owner)).toBe(false);
    writeDraft(ADA, { address: '12 Foundry Lane' });
    expect(hasDrafts(ADA.owner)).toBe(true);
    expect(hasDrafts('b@example.com')).toBe(false);
  });

  it('has the fields of the form, whatever an earlier release kept', () => {
    writeDraft(ADA, { address: '12 Foundry Lane', gone: 'x' });
    expect(readDraft(ADA, EMPTY)).toEqual({ address: '12 Foundry Lane', phone: '' });
    sessionStorage.setItem('rapid.draft.order.p1.a@example.com', 'no JSON');
    expect(readDraft(ADA, EMPTY)).toBeUndefined();
  });

  it('goes when it is sent, and all go at a sign-out', () => {
    writeDraft(ADA, { address: 'x' });
    writeDraft({ ...ADA, name: 'review' }, { comments: 'x' });
    sessionStorage.setItem('rapid.release', 'x');
    removeDraft(ADA);
    expect(readDraft(ADA, EMPTY)).toBeUndefined();
    removeDrafts();
    expect(readDraft({ ...ADA, name: 'review' }, { comments: '' })).toBeUndefined();
    expect(sessionStorage.getItem('rapid.release')).toBe('x');
  });

  it('is not kept where storage is blocked, and nothing breaks', () => {
    provide(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
    writeDraft(ADA, { address: 'x' });
    removeDrafts();
    expect(readDraft(ADA, EMPTY)).toBeUndefined();
  });
});
