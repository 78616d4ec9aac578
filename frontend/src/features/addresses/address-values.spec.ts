import { describe, expect, it } from 'vitest';
import { addressErrors, addressValues, shortAddress, toAddress } from './address-values';

const ADDRESS = {
  name: 'Casey Customer',
  line1: '12 Foundry Lane',
  city: 'Springfield',
  region: 'IL',
  postalCode: '62704',
  country: 'US',
};

describe('an address as typed', () => {
  it('is sent trimmed, without what was left empty', () => {
    expect(toAddress({ ...addressValues(ADDRESS), city: ' Springfield ', company: '  ' })).toEqual(ADDRESS);
  });

  it('needs all but company, second line and region', () => {
    expect(Object.keys(addressErrors(addressValues())).filter(Boolean)).toEqual([
      'name',
      'line1',
      'city',
      'postalCode',
      'country',
    ]);
    const errors = addressErrors(addressValues({ ...ADDRESS, region: undefined }));
    expect(Object.values(errors).filter(Boolean)).toEqual([]);
  });

  it('has a short form, with and without a region', () => {
    expect(shortAddress(ADDRESS)).toBe('12 Foundry Lane, Springfield, IL 62704');
    expect(shortAddress({ ...ADDRESS, region: undefined })).toBe('12 Foundry Lane, Springfield 62704');
  });
});
