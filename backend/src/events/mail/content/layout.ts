import mustache from 'mustache';
import { escapeMarkup } from '../../../common/escape-markup.js';
import type { Block, MailContent } from './blocks.js';
import { plainText } from './plain-text.js';

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Helvetica,Arial,sans-serif';
const CELL = `${FONT};font-size:16px;line-height:24px;padding:6px 0;vertical-align:top`;

/**
 * The one layout: tables, for the mail programs that know nothing else, 600 pixels wide at most. Its colours are inline for light,
 * and replaced where a program prefers dark. It needs no image.
 */
const TEMPLATE = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
a { color: #0b5394; }
@media (prefers-color-scheme: dark) {
  .page, .card { background-color: #14191f !important; }
  .card, .text { color: #e7ebf0 !important; }
  .soft { color: #b4bfca !important; }
  .row { border-color: #46515d !important; }
  a { color: #8ec2ff; }
  .button { background-color: #8ec2ff !important; color: #14191f !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f4f6f8">
<table role="presentation" class="page" style="width:100%;border-collapse:collapse;background-color:#f4f6f8">
<tbody><tr><td style="padding:24px 12px">
<table role="presentation" class="card" style="width:100%;max-width:600px;margin:0 auto;border-collapse:collapse;background-color:#ffffff;color:#1c2530">
<tbody><tr><td style="padding:24px;overflow-wrap:anywhere">
<p class="soft" style="${FONT};font-size:14px;line-height:20px;margin:0 0 16px;color:#4a5665">Rapid Manufacturer</p>
<h1 class="text" style="${FONT};font-size:22px;line-height:30px;margin:0 0 16px;color:#1c2530">{{heading}}</h1>
{{#blocks}}
{{#text}}
<p class="text" style="${FONT};font-size:16px;line-height:24px;margin:0 0 16px;color:#1c2530">{{text}}</p>
{{/text}}
{{#note}}
<p class="soft" style="${FONT};font-size:14px;line-height:20px;margin:0 0 16px;color:#4a5665">{{note}}</p>
{{/note}}
{{#table}}
<table style="width:100%;border-collapse:collapse;margin:0 0 16px">
<caption style="position:absolute;left:-9999px">{{caption}}</caption>
<tbody>
{{#rows}}
<tr>
<th scope="row" class="text row" style="${CELL};text-align:left;font-weight:{{weight}};border-top:1px solid #c9d0d8">{{label}}{{#detail}}<br><span class="soft" style="font-size:14px;font-weight:400;color:#4a5665">{{detail}}</span>{{/detail}}</th>
<td class="text row" style="${CELL};padding-left:12px;text-align:right;white-space:nowrap;font-weight:{{weight}};border-top:1px solid #c9d0d8">{{amount}}</td>
</tr>
{{/rows}}
</tbody>
</table>
{{/table}}
{{#facts}}
<h2 class="text" style="${FONT};font-size:16px;line-height:24px;margin:0 0 4px;color:#1c2530">{{title}}</h2>
<p class="text" style="${FONT};font-size:16px;line-height:24px;margin:0 0 16px;color:#1c2530">{{#lines}}{{.}}<br>{{/lines}}</p>
{{/facts}}
{{#button}}
<p style="margin:8px 0 24px"><a class="button" href="{{link}}" style="${FONT};display:inline-block;padding:12px 20px;font-size:16px;line-height:24px;font-weight:600;border-radius:6px;background-color:#0b5394;color:#ffffff;text-decoration:none">{{label}}</a></p>
{{/button}}
{{/blocks}}
<p class="soft row" style="${FONT};font-size:14px;line-height:20px;margin:24px 0 0;padding:16px 0 0;border-top:1px solid #c9d0d8;color:#4a5665">{{because}}{{#unsubscribe}}<br><a href="{{link}}">{{label}}</a>{{/unsubscribe}}</p>
</td></tr></tbody>
</table>
</td></tr></tbody>
</table>
</body>
</html>
`;

/** What every block has for the template; mustache looks for a name that is missing in what is around it. */
const NOTHING = { text: false, note: false, table: false, facts: false, button: false };

function viewOf(block: Block): object {
  if ('lines' in block) {
    const rows = block.lines.map(({ name, detail, amount = '' }) => ({
      label: name,
      detail,
      amount,
      weight: 400,
    }));
    return { ...NOTHING, table: { caption: 'Parts', rows } };
  }
  if ('totals' in block) {
    const last = block.totals.length - 1;
    const rows = block.totals.map((row, n) => ({ ...row, detail: '', weight: n === last ? 600 : 400 }));
    return { ...NOTHING, table: { caption: 'Amounts', rows } };
  }
  return { ...NOTHING, ...block };
}

/** mustache's own would escape the slashes of addresses as well, which some mail programs show as they are. */
const escape = (value: unknown): string => escapeMarkup(String(value));

/** A mail as it is sent. Every text is escaped. */
export function renderMail(content: MailContent): { subject: string; html: string; text: string } {
  const view = { ...content, blocks: content.blocks.map(viewOf), unsubscribe: content.unsubscribe ?? false };
  return {
    subject: content.subject,
    html: mustache.render(TEMPLATE, view, {}, { escape }),
    text: plainText(content),
  };
}
