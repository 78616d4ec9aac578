import type { Block, MailContent } from './blocks.js';

const WIDTH = 72;

/** A label and an amount at the two ends of a line. */
const spread = (label: string, amount: string): string =>
  `${label}${' '.repeat(Math.max(1, WIDTH - label.length - amount.length))}${amount}`;

function textOf(block: Block): string {
  if ('text' in block) return block.text;
  if ('note' in block) return block.note;
  if ('lines' in block)
    return block.lines
      .map(({ name, detail, amount = '' }) => spread(`${name}, ${detail}`, amount).trimEnd())
      .join('\n');
  if ('totals' in block) return block.totals.map(({ label, amount }) => spread(label, amount)).join('\n');
  if ('facts' in block) return [`${block.facts.title}:`, ...block.facts.lines].join('\n');
  return `${block.button.label}:\n${block.button.link}`;
}

/** A mail as plain text: all that its HTML says. */
export const plainText = ({ heading, blocks, because, unsubscribe }: MailContent): string =>
  `${[
    heading,
    ...blocks.map(textOf),
    `-- \nRapid Manufacturer\n${because}`,
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.link}`] : []),
  ].join('\n\n')}\n`;
