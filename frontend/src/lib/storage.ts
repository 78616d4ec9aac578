/** Keeps what the browser refuses to, for as long as the page lives. */
const memory = new Map<string, string>();

/** `localStorage`; reading the property throws where the visitor blocks site data. */
const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
};

/** The browser's storage, with memory in its place where it is blocked or full. Never throws. */
export const storage = {
  get: (key: string): string | undefined =>
    memory.get(key) ?? attempt((local) => local.getItem(key)) ?? undefined,

  set(key: string, value: string): void {
    memory.set(key, value);
    const stored = attempt((local) => {
      local.setItem(key, value);
      return true;
    });
    if (stored) memory.delete(key);
  },

  remove(key: string): void {
    memory.delete(key);
    attempt((local) => local.removeItem(key));
  },

  keys: (): string[] => [...memory.keys(), ...(attempt((local) => Object.keys(local)) ?? [])],
};
