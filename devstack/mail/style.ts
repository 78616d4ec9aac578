/** The style of the mailbox's pages, in the colours that the system prefers. */
export const MAILBOX_CSS = `:root { color-scheme: light dark; --text: #1c2530; --soft: #4a5665; --line: #c9d0d8;
  --back: #fff; --panel: #f4f6f8; --link: #0b5394; --mark: #5c4300; --mark-back: #fff1c2; }
@media (prefers-color-scheme: dark) { :root { --text: #e7ebf0; --soft: #b4bfca; --line: #46515d;
  --back: #14191f; --panel: #1e252d; --link: #8ec2ff; --mark: #ffe9a8; --mark-back: #4a3a08; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
header { display: flex; gap: 12px; align-items: center; padding: 12px 16px; border-bottom: 1px solid var(--line); }
header a:last-child { margin-left: auto; }
main { max-width: 60rem; margin: 0 auto; padding: 8px 16px 32px; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 16px 0; }
h2 { font-size: 1.125rem; margin: 24px 0 8px; }
a { color: var(--link); }
header a, nav a { display: inline-block; min-height: 24px; }
.mark { padding: 2px 10px; border-radius: 4px; background: var(--mark-back); color: var(--mark); font-size: 0.875rem; font-weight: 600; }
.search { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
input { flex: 1 1 10rem; min-width: 0; }
input, button { min-height: 44px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 6px;
  background: var(--panel); color: var(--text); font: inherit; }
button { font-weight: 600; cursor: pointer; }
.mails { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
.mails li { display: grid; grid-template-columns: 2fr 2fr auto; gap: 4px 16px; padding: 12px 0; border-bottom: 1px solid var(--line); }
.mails a { font-weight: 600; min-height: 24px; }
.mails span, time { color: var(--soft); }
nav { display: flex; gap: 16px; margin: 16px 0; }
form[action$=delete] { margin-top: 24px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0; }
dt { color: var(--soft); }
dd { margin: 0; }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 6px; }
.text { white-space: pre-wrap; padding: 12px; border-radius: 6px; background: var(--panel);
  font: 0.9375rem/1.5 ui-monospace, monospace; }
summary { min-height: 44px; padding: 10px 0; cursor: pointer; font-weight: 600; }
details { margin-top: 24px; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
@media (max-width: 40rem) { .mails li, dl { grid-template-columns: 1fr; } dd + dt { margin-top: 8px; } }
`;
