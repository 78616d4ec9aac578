import { Types } from 'mongoose';

/** Invented; what their tracking numbers begin with. */
export const CARRIERS = [
  { name: 'Northline Freight', prefix: 'NF', trackingUrl: 'https://track.northline.example/{number}' },
  { name: 'Parcelway', prefix: 'PW', trackingUrl: 'https://parcelway.example/track/{number}' },
  { name: 'Swiftmark', prefix: 'SM', trackingUrl: 'https://swiftmark.example/shipments/{number}' },
];

/** How the demo delivers, everywhere: as free as its orders were, or faster. It charges no tax. */
export const DELIVERY_SETTINGS = {
  _id: 'shop',
  methods: [
    {
      _id: new Types.ObjectId('630000000000000000000001'),
      name: 'Standard',
      priceCents: 0,
      workingDays: 5,
      countries: [],
    },
    {
      _id: new Types.ObjectId('630000000000000000000002'),
      name: 'Express',
      priceCents: 1_490,
      workingDays: 2,
      countries: [],
    },
  ],
  taxRates: [],
  carriers: CARRIERS.map(({ name, trackingUrl }) => ({ name, trackingUrl })),
};
