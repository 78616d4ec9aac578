import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { guardLeave, textsOfLosses } from './leave-guard';

const at = (pathname: string, search = '') => ({ pathname, search });

describe('the leave guard', () => {
  const listening: string[] = [];
  beforeAll(() => {
    vi.stubGlobal('addEventListener', (type: string) => listening.push(type));
    vi.stubGlobal('removeEventListener', (type: string) => listening.includes(type) && listening.splice(0));
  });
  afterAll(() => vi.unstubAllGlobals());

  it('names what is lost on another path, once each, and nothing once it is released', () => {
    const first = guardLeave('The form is not saved.');
    const second = guardLeave('The form is not saved.');
    expect(textsOfLosses(at('/a'), at('/b'))).toEqual(['The form is not saved.']);
    first();
    first();
    expect(textsOfLosses(at('/a'), at('/b'))).toEqual(['The form is not saved.']);
    second();
    expect(textsOfLosses(at('/a'), at('/b'))).toEqual([]);
  });

  it('lets a form that no parameter shows stay open while the list behind it changes', () => {
    const release = guardLeave('The form is not saved.');
    expect(textsOfLosses(at('/a', '?page=1'), at('/a', '?page=2'))).toEqual([]);
    release();
  });

  it('counts a change of the parameter that shows the form', () => {
    const release = guardLeave('The product is not saved.', 'open');
    expect(textsOfLosses(at('/a', '?open=1&page=1'), at('/a', '?open=1&page=2'))).toEqual([]);
    expect(textsOfLosses(at('/a', '?open=1'), at('/a'))).toEqual(['The product is not saved.']);
    expect(textsOfLosses(at('/a', '?open=1'), at('/a', '?open=2'))).toEqual(['The product is not saved.']);
    release();
  });

  it('has the browser ask before the tab is closed, for as long as there is something to lose', () => {
    const release = guardLeave('The export is not finished.');
    expect(listening).toContain('beforeunload');
    release();
    expect(listening).toEqual([]);
  });
});
