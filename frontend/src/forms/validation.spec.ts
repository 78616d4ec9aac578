import { describe, expect, it } from 'vitest';
import { emailError, nameError, passwordError, phoneError, quantityError, QUANTITY_RULE } from './validation';

describe('the rules of the forms', () => {
  it.each([
    ['', 'Email is Required'],
    ['   ', 'Email is Required'],
    ['nonsense', 'Please provide a valid Email'],
    ['a b@example.com', 'Please provide a valid Email'],
    ['a@-example.com', 'Please provide a valid Email'],
    ['a@example..com', 'Please provide a valid Email'],
    ['a@example.com,b@example.com', 'Please provide a valid Email'],
    ['ünï@example.com', 'Please provide a valid Email'],
    ['@example.com', 'Please provide a valid Email'],
    ['me@example.com', undefined],
    ['first.last@company.co.uk', undefined],
    ['ADA@EXAMPLE.COM', undefined],
    ['me+parts7@example.com', undefined],
    ['anna@t-online.de', undefined],
    ['x@163.com', undefined],
    ['me@my-company.com', undefined],
    ['first_last@example.museum', undefined],
    [' me@example.com ', undefined],
    ['me@localhost', undefined],
  ])('email %j: %j', (email, message) => {
    expect(emailError(email)).toBe(message);
  });

  it.each([
    ['', 'Password is Required'],
    ['12345', 'Must be 6 characters or longer'],
    ['123456', undefined],
    ['      ', undefined],
  ])('password %j: %j', (password, message) => {
    expect(passwordError(password)).toBe(message);
  });

  it.each([
    ['', 'Name is Required'],
    [' ', 'Name is Required'],
    ['Ada', undefined],
  ])('name %j: %j', (name, message) => {
    expect(nameError(name)).toBe(message);
  });

  it.each([
    ['', 'Phone is Required'],
    ['call me', 'Phone must be a number'],
    ['12', 'Phone must be a number'],
    ['5550100', undefined],
    ['+44 (20) 7946-0100', undefined],
  ])('phone %j: %j', (phone, message) => {
    expect(phoneError(phone)).toBe(message);
  });

  it.each([
    ['', 'Order Quantity is Required'],
    ['9', QUANTITY_RULE],
    ['10', undefined],
    ['50', undefined],
    ['51', QUANTITY_RULE],
    ['10.5', QUANTITY_RULE],
    ['-10', QUANTITY_RULE],
    ['1e1', QUANTITY_RULE],
    ['ten', QUANTITY_RULE],
  ])('quantity %j of 10 to 50: %j', (quantity, message) => {
    expect(quantityError(quantity, { minimumOQ: 10, availableQ: 50 })).toBe(message);
  });

  it.each([
    ['7', QUANTITY_RULE],
    ['8', undefined],
    ['12', 'Sold in packs of 8'],
    ['51', 'Sold in packs of 8'],
    ['56', QUANTITY_RULE],
  ])('quantity %j of 8 to 50 in packs of 8: %j', (quantity, message) => {
    expect(quantityError(quantity, { minimumOQ: 8, availableQ: 50, orderStep: 8 })).toBe(message);
  });

  it('states the quantity rule as the specification does', () => {
    expect(QUANTITY_RULE).toBe(
      'You can order Equal or More than minimum Quantity and Equal or Less than available Quantity!',
    );
  });
});
