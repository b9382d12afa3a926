import { messages } from '../language/messages.ts';
import texts from './company-types.texts.json' with { type: 'json' };

/** Shown names of the types of business (S3.6). */
export const companyTypeMessages = messages(
  'domain/people/company-types',
  {
    butchergastronomyshop: 'Butcher & delicatessen',
    freshpasta: 'Fresh pasta',
    cateringbanqueting: 'Catering & banqueting',
    agritourism: 'Farm restaurant',
    hotel: 'Hotel',
    foodchain: 'Restaurant chain',
    restaurant: 'Restaurant',
    foodindustry: 'Food industry',
    supermarket: 'Supermarket',
    fishshop: 'Fishmonger',
    dairy: 'Dairy',
    transportfoodservice: 'On-board catering',
    helthcare: 'Healthcare',
    schools: 'Schools',
    companyfoodservice: 'Staff canteen',
    cookingschools: 'Cookery schools',
    other: 'Other',
  },
  texts,
);
