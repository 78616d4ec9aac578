import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { mix } from './colour.js';
import { folder, PUBLIC } from './render.js';
import { svg } from './scene.js';

const tidy = (markup: string): string => `${markup.replace(/\n\s*/g, '')}\n`;

const icon = (radius: number): string =>
  svg(
    64,
    64,
    `<rect width="64" height="64" rx="${radius}" fill="#16171b"/><g transform="translate(31 34) scale(3.5)"><path d="M-6 5L0 -6L2.4 -1.6L-1.2 5Z" fill="#ff4b4f"/><path d="M1.6 5L4 .6L6.4 5Z" fill="#f3f2ef"/></g>`,
  );

interface Person {
  ground: string;
  skin: string;
  hair: string;
  coat: string;
  style: 'short' | 'bun' | 'long' | 'curly' | 'bald' | 'cap';
}

const PEOPLE: Person[] = [
  { ground: '#e9d9c8', skin: '#e3b08c', hair: '#3b2a22', coat: '#33353b', style: 'short' },
  { ground: '#d5dde3', skin: '#8d5a3c', hair: '#17151a', coat: '#b3282e', style: 'bun' },
  { ground: '#efe6d6', skin: '#f0c8a8', hair: '#b4703a', coat: '#3d5a66', style: 'long' },
  { ground: '#dfe2d6', skin: '#b67c54', hair: '#241d1b', coat: '#5d6068', style: 'curly' },
  { ground: '#e6d7d6', skin: '#d9a27c', hair: '#8b8680', coat: '#26272c', style: 'bald' },
  { ground: '#d9d8e2', skin: '#6f4630', hair: '#141216', coat: '#7a6248', style: 'cap' },
];

const HAIR: Record<Person['style'], (h: string) => [behind: string, before: string]> = {
  short: (h) => [
    '',
    `<path d="M32 45C29 24 44 19 52 20C66 17 72 30 68 46C66 38 60 35 54 35C46 36 36 35 32 45Z" fill="${h}"/>`,
  ],
  bun: (h) => [
    `<circle cx="50" cy="16" r="9" fill="${h}"/>`,
    `<path d="M31 46C29 24 40 20 50 20S71 24 69 46C66 36 58 32 50 32S34 36 31 46Z" fill="${h}"/>`,
  ],
  long: (h) => [
    `<path d="M28 70C24 30 36 18 50 18S76 30 72 70Z" fill="${h}"/>`,
    `<path d="M31 46C30 28 40 23 50 23S70 28 69 46C64 40 58 31 44 33C38 36 34 40 31 46Z" fill="${h}"/>`,
  ],
  curly: (h) => [
    '',
    `<g fill="${h}"><circle cx="35" cy="33" r="8"/><circle cx="42" cy="25" r="9"/><circle cx="53" cy="22" r="9"/><circle cx="63" cy="27" r="8"/><circle cx="67" cy="36" r="6"/><circle cx="32" cy="41" r="5"/></g>`,
  ],
  bald: (h) => [
    '',
    `<path d="M33 54C34 70 42 76 50 76S66 70 67 54C64 62 58 64 50 62S36 62 33 54Z" fill="${h}"/>`,
  ],
  cap: (h) => [
    '',
    `<path d="M31 40C30 22 42 18 50 18S70 22 69 40Z" fill="#b3282e"/><path d="M29 40H78Q79 45 71 45H31Z" fill="#8e1f24"/><path d="M32 45v7M68 45v7" stroke="${h}" stroke-width="4"/>`,
  ],
};

const avatar = ({ ground, skin, hair, coat, style }: Person): string => {
  const [behind, before] = HAIR[style](hair);
  return svg(
    100,
    100,
    `<clipPath id="c"><rect width="100" height="100"/></clipPath><g clip-path="url(#c)"><rect width="100" height="100" fill="${ground}"/><circle cx="30" cy="20" r="60" fill="#fff" opacity=".18"/>${behind}` +
      `<path d="M10 104C10 82 30 77 50 77S90 82 90 104Z" fill="${coat}"/><path d="M50 77C38 77 26 79 18 87L50 104Z" fill="#fff" opacity=".07"/>` +
      `<path d="M41 62H59V76Q50 86 41 76Z" fill="${mix(skin, '#2a1810', 0.18)}"/><ellipse cx="50" cy="48" rx="18.5" ry="22" fill="${skin}"/><path d="M50 26A18.5 22 0 0 1 50 70Z" fill="#2a1810" opacity=".07"/>${before}</g>`,
  );
};

export const drawMarks = async (): Promise<void> => {
  await folder('avatars');
  await writeFile(`${PUBLIC}favicon.svg`, tidy(icon(14)));
  await sharp(Buffer.from(icon(0)), { density: 216 })
    .resize(180)
    .png({ compressionLevel: 9 })
    .toFile(`${PUBLIC}apple-touch-icon.png`);
  for (const [i, person] of PEOPLE.entries())
    await writeFile(`${PUBLIC}avatars/${i + 1}.svg`, tidy(avatar(person)));
  console.log('icons and avatars drawn');
};
