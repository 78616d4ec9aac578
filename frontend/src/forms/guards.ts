/** What would be lost if the page were left now: a dirty form, or work that runs in the page. */
export interface Guard {
  text: string;
  parameter?: string;
}

/** Those in effect; `leave-guard.ts` adds and removes them. */
export const guards = new Set<Guard>();

/** Whether anything would be lost if the page were left now. */
export const isGuarded = (): boolean => guards.size > 0;
