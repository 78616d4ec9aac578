/** Invented people. The addresses are of domains that are reserved for examples, the phones of the range kept for fiction. */
export interface PersonRow {
  name: string;
  email: string;
  phone: string;
  address: string;
  education: string;
}

const NAMES = [
  'Maren Halvorsen',
  'Tobias Lindqvist',
  'Priya Raman',
  'Owen Castellan',
  'Ximena Duarte',
  'Kofi Mensah',
  'Hannah Weisz',
  'Rafael Moura',
  'Yuki Tanabe',
  'Declan Byrne',
  'Amara Okafor',
  'Jonas Verbeke',
  'Leila Haddad',
  'Marcus Ellery',
  'Sofia Petrenko',
  'Anders Kjaer',
  'Mei-Ling Chou',
  'Gabriel Santoro',
  'Nadia Kowalska',
  'Samuel Thorne',
  'Ingrid Solberg',
  'Hassan Qureshi',
  'Clara Baumann',
  'Diego Fuentes',
  'Freya Lockhart',
  'Viktor Dragan',
  'Aisha Bello',
  'Lucas Pereira',
  'Emily Hartnell',
  'Noah Sinclair',
  'Zofia Maliszewska',
  'Theo Marchetti',
  'Ruth Abrams',
  'Caleb Winslow',
  'Anika Joshi',
  'Oskar Nyman',
  'Bianca Rossi',
  'Peter Valk',
  'Grace Odhiambo',
  'Milan Horvat',
] as const;

const SHOPS = [
  'northbench',
  'cablehaus',
  'pixelforge',
  'coldrack',
  'thirtytwobit',
  'benchlab',
  'oakworks',
  'silverlane',
] as const;
const STREETS = [
  'Foundry Lane',
  'Harbour Road',
  'Mill Street',
  'Station Parade',
  'Canal Row',
  'Orchard Way',
  'Copper Street',
  'Quay Side',
  'Linden Avenue',
  'Tower Hill',
] as const;
const TOWNS = [
  'Eastmere 41027',
  'Port Calder 90318',
  'Winslow Falls 55201',
  'Graystone 30772',
  'Lake Harrow 84410',
  'Brindle Cross 22054',
  'Alderby 73109',
  'Cape Merrin 97026',
] as const;
const STUDIES = [
  'Electrical engineering',
  'Computer science',
  'Apprenticeship, IT systems',
  'Business informatics',
  'Physics',
  'Self-taught',
  '',
] as const;

const handle = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '.');

/** Forty customers. */
export const CUSTOMERS: readonly PersonRow[] = NAMES.map((name, i) => ({
  name,
  email:
    i % 3 === 0
      ? `${handle(name)}@${SHOPS[i % SHOPS.length]}.example`
      : `${handle(name)}@example.${i % 2 ? 'org' : 'net'}`,
  phone: `555${String(100 + ((i * 7) % 100)).padStart(4, '0')}${String((i * 37) % 1000).padStart(3, '0')}`,
  address: `${3 + ((i * 17) % 190)} ${STREETS[i % STREETS.length]}, ${TOWNS[(i * 3) % TOWNS.length]}`,
  education: STUDIES[i % STUDIES.length]!,
}));

export const DEMO_ACCOUNTS = {
  admin: { email: 'admin@example.com', password: 'rapid-admin', displayName: 'Alex Morgan' },
  customer: { email: 'customer@example.com', password: 'rapid-customer', displayName: 'Jamie Parker' },
} as const;

export const DEMO_CUSTOMER_ADDRESS = {
  address: '18 Copper Street, Eastmere 41027',
  phone: '5550142118',
} as const;
