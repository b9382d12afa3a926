import { messages } from '../language/messages.ts';
import texts from './company-sectors.texts.json' with { type: 'json' };

/** Shown names of the sectors of a company (S3.6). */
export const sectorMessages = messages(
  'domain/people/company-sectors',
  {
    dealer: 'Dealer',
    consultant: 'Consultant',
    gastronomy: 'Gastronomy',
    bakery: 'Bakery',
    pastry: 'Pastry',
    pastry_bakery: 'Pastry & bakery',
    icecream: 'Ice cream',
    foodchain: 'Restaurant chain',
    catering: 'Catering',
    schoolcooking: 'Cookery school',
    foodindustry: 'Food industry',
    hotel: 'Hotel',
    largedistribution: 'Large-scale retail',
    nonfoodsector: 'Non-food sector',
    assistance: 'Technical service',
    other: 'Other',
  },
  texts,
);
