/** Where the browser keeps a visitor's basket. A sign-out removes it. */
export const BASKET_KEY = 'rapid.basket';
