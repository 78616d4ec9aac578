export interface Topic {
  title: string;
  lead: string;
  parts: readonly { title: string; text: string }[];
}

export const TOPICS: Record<string, Topic> = {
  terms: {
    title: 'Terms of sale',
    lead: 'What you agree to when you order, and what we agree to when we take it.',
    parts: [
      {
        title: 'Orders',
        text: 'An order is for one product, in a quantity between its minimum order and what is available. It keeps the unit price that was shown when you placed it, even if the price changes later.',
      },
      {
        title: 'Holding stock',
        text: 'The units of an unpaid order are held for you. An order that is not paid within its time is cancelled and its units go back on the shelf. You can cancel an unpaid order yourself at any time.',
      },
      {
        title: 'Payment',
        text: 'Prices are in US dollars. You pay by card, through our payment provider. The amount charged is the unit price times the quantity, nothing else.',
      },
      {
        title: 'Shipping and refunds',
        text: 'Paid orders are shipped in the order in which they were paid. If a payment arrives for an order that has already been cancelled, it is refunded in full.',
      },
    ],
  },
  privacy: {
    title: 'Privacy',
    lead: 'Which of your data this shop keeps, what for, and how it is removed.',
    parts: [
      {
        title: 'Your account',
        text: 'We keep your name and email, and the phone number, education and LinkedIn page that you enter in your profile. Your password is kept by the identity provider; we never see it.',
      },
      {
        title: 'Your orders',
        text: 'Orders keep the delivery address and phone number that you gave with them. Card numbers go straight to the payment provider and never reach our servers.',
      },
      {
        title: 'Reviews',
        text: 'A review shows your name and photo. Your email address is not shown in full.',
      },
      {
        title: 'Removal',
        text: 'When an account is removed, its unpaid orders are cancelled and the paid ones are kept without your name, as the books require.',
      },
    ],
  },
  storage: {
    title: 'Browser storage',
    lead: 'What this shop keeps in your browser. There is no advertising and no tracking in it.',
    parts: [
      {
        title: 'Signing in',
        text: 'While you are signed in, your browser keeps a short-lived access token, your name and email, and what the identity provider needs to renew the token. Signing out removes them.',
      },
      {
        title: 'Your basket',
        text: 'What you put into the basket without being signed in is kept in your browser for 90 days. When you sign in, it goes into the basket of your account, which is kept by the shop. Signing out removes it from the browser.',
      },
      {
        title: 'What you are typing',
        text: 'What you type into an order, a review or your profile is kept in the tab, so that logging in again loses nothing. It goes when you send it, sign out or close the tab. Passwords and cards are never kept.',
      },
      {
        title: 'Light or dark',
        text: 'If you choose light or dark colours, the choice is kept. Until then, or when you go back to the system’s, the shop follows your system.',
      },
      {
        title: 'Cookies',
        text: 'The shop sets no cookies of its own.',
      },
    ],
  },
};
