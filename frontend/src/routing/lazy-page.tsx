import { useState, type ComponentType } from 'react';
import type { PageLoad } from '../lib/page-load';
import { retryLazy } from '../lib/retry-lazy';

export interface PageModule {
  default: ComponentType;
  load?: PageLoad;
}

export interface LazyPage {
  (): React.JSX.Element;
  /** Fetches the page's code; a page preloaded before its first render does not suspend. */
  preload: () => Promise<PageModule>;
}

export function lazyPage(load: () => Promise<PageModule>): LazyPage {
  let loaded: ComponentType | undefined;
  let pending: Promise<PageModule> | undefined;

  const preload = () => {
    pending ??= load().then(
      (module) => {
        loaded = module.default;
        return module;
      },
      (error: unknown) => {
        pending = undefined;
        throw error;
      },
    );
    return pending;
  };
  const Later = retryLazy(preload);

  const Page = () => {
    // Held for the life of this page: swapping the component type would mount it twice.
    const [Now] = useState<ComponentType | undefined>(() => loaded);
    return Now ? <Now /> : <Later />;
  };
  return Object.assign(Page, { preload });
}
