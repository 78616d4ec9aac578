export interface Slide {
  title: string;
  text: string;
  /** The image's path without size and extension. */
  image: string;
  alt: string;
  to: string;
  action: string;
}

export const SLIDES: readonly Slide[] = [
  {
    title: 'Computer parts, straight off our own line',
    text: 'Pressed, soldered and tested under one roof, sold by the batch, with the stock in sight before you order.',
    image: '/slides/factory',
    alt: 'Robot arms placing parts on motherboards along an assembly line',
    to: '/parts',
    action: 'See all parts',
  },
  {
    title: 'Twelve kinds of parts, one catalogue',
    text: 'Drives, processors, memory, boards, fans and coolers. Search as you type, filter by price and availability.',
    image: '/slides/wall',
    alt: 'A wall of parts: fans, coolers, memory, cables, graphics cards',
    to: '/product',
    action: 'See what is new',
  },
  {
    title: 'Everything that goes into a build',
    text: 'Minimum orders that fit a small workshop as well as a server hall. What you order often is one click away.',
    image: '/slides/build',
    alt: 'A computer case with the parts that go into it',
    to: '/purchase',
    action: 'Quick order',
  },
  {
    title: 'Paid today, on its way in the order you paid',
    text: 'Your units are held while you pay. Follow each order from payment to shipping in your dashboard.',
    image: '/slides/shipping',
    alt: 'Parcels beside a truck with the Rapid Manufacturer name',
    to: '/reviews',
    action: 'What clients say',
  },
];
