export const SKILLS = [
  { label: 'Interface design', value: 88 },
  { label: 'TypeScript', value: 94 },
  { label: 'React', value: 92 },
  { label: 'Node.js and NestJS', value: 90 },
  { label: 'MongoDB', value: 86 },
  { label: 'Accessibility', value: 84 },
];

export const CRAFTS = [
  {
    title: 'Storefront',
    text: 'Pages that load before the kettle boils, on a phone in a basement workshop.',
  },
  {
    title: 'Orders and money',
    text: 'The rules that keep stock, payments and promises in step, with tests for each.',
  },
  {
    title: 'Operations',
    text: 'One process, one image, one command; and a good night for whoever is on call.',
  },
];

/** What the team has made, each with an image under /projects. */
export const WORKS = [
  {
    title: 'Storefront',
    text: 'The catalogue you are in: search, filters and live stock on any screen.',
    image: '/projects/storefront',
    to: '/parts',
  },
  {
    title: 'Order tracker',
    text: 'Each order from payment to shipping, with every change on a timeline.',
    image: '/projects/tracker',
    to: '/dashboard',
  },
  {
    title: 'Quick order',
    text: 'What a client orders again and again, two fields away.',
    image: '/projects/dashboard',
    to: '/purchase',
  },
  {
    title: 'Shelf count',
    text: 'What leaves the line is on sale the same minute, and never twice.',
    image: '/projects/warehouse',
    to: '/product',
  },
];

export const PROJECTS = [
  {
    title: 'React',
    text: 'The library that every screen of this shop is made with.',
    href: 'https://react.dev',
  },
  {
    title: 'NestJS',
    text: 'The framework under the API, from sign-in to shipping.',
    href: 'https://nestjs.com',
  },
  {
    title: 'MongoDB',
    text: 'Where products, orders and reviews are kept.',
    href: 'https://www.mongodb.com',
  },
  {
    title: 'OpenAPI',
    text: 'The description that the client of this shop is generated from.',
    href: 'https://www.openapis.org',
  },
];
