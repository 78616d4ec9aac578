/** Paths of 20 × 20 units. */
const PATHS = {
  chart: 'M3 3v14h14M6 13l3.5-4 3 2.5L17 6',
  box: 'M3 6.5 10 3l7 3.5v7L10 17l-7-3.5zM3 6.5l7 3.5 7-3.5M10 10v7',
  scales: 'M10 3v14M5 17h10M4 6h12M4 6l-2 5h4zM16 6l-2 5h4z',
  grid: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 11h6v6h-6z',
  list: 'M3 4.5h3v3H3zM9 6h8M3 12.5h3v3H3zM9 14h8',
  lens: 'M8.5 14a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM12.5 12.5L17 17',
  plus: 'M3 3h14v14H3zM10 6.5v7M6.5 10h7',
  person: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17c.6-3 3-5 6.5-5s5.9 2 6.5 5',
  speech: 'M3 4h14v10H9l-4 3v-3H3zM10 6.2l.9 1.8 2 .3-1.5 1.4.4 2-1.8-1-1.8 1 .4-2-1.5-1.4 2-.3z',
  letter: 'M2.5 4.5h15v11h-15zM2.5 5.5L10 11l7.5-5.5',
  page: 'M5 3h7l3 3v11H5zM12 3v3h3M7.5 9.5h5M7.5 12h5M7.5 14.5h3',
  truck:
    'M2 5h9v9H2zM11 8h4l3 3v3h-7zM5.5 17a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3zM14.5 17a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  key: 'M6.5 17a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM9 11l8-8M14 6l2.5 2.5M11.5 8.5l2 2',
  send: 'M3 10 17 3l-4.5 14-3-5.5L3 10ZM9.5 11.5 17 3',
  flask: 'M8 3v5L3.5 15.5A1 1 0 0 0 4.4 17h11.2a1 1 0 0 0 .9-1.5L12 8V3M6.5 3h7M6 12h8',
  receipt: 'M5 3h10v14l-2.5-1.5L10 17l-2.5-1.5L5 17zM7.5 7h5M7.5 10.5h5',
  star: 'M10 3l2.1 4.6 5 .6-3.7 3.4 1 4.9L10 14l-4.4 2.5 1-4.9L2.9 8.2l5-.6z',
  card: 'M3 4h14v12H3zM7.5 10a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5zM4.8 13.5c.4-1.3 1.4-2 2.7-2s2.3.7 2.7 2M12.5 8h2.5M12.5 11h2.5',
  bell: 'M10 2.5a5 5 0 0 0-5 5c0 4-1.5 5.5-2 6.5h14c-.5-1-2-2.5-2-6.5a5 5 0 0 0-5-5zM8 16.5a2 2 0 0 0 4 0',
  expand: 'M7.5 4l6 6-6 6',
  collapse: 'M12.5 4l-6 6 6 6',
  menu: 'M3 5h14M3 10h14M3 15h14',
  shop: 'M3 8l1.5-5h11L17 8M3 8h14M3 8v9h14V8M8 17v-5h4v5',
};

export type IconName = keyof typeof PATHS;

/** A line icon; what it means is said beside it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
