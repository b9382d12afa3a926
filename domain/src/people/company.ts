/** Sectors and types of business, spelt as the specification spells them, wrong letters included (S3.6). */

/** The 16 sectors of a company. */
export const sectors = [
  'dealer',
  'consultant',
  'gastronomy',
  'bakery',
  'pastry',
  'pastry_bakery',
  'icecream',
  'foodchain',
  'catering',
  'schoolcooking',
  'foodindustry',
  'hotel',
  'largedistribution',
  'nonfoodsector',
  'assistance',
  'other',
] as const;

/** The 17 types of business. */
export const companyTypes = [
  'butchergastronomyshop',
  'freshpasta',
  'cateringbanqueting',
  'agritourism',
  'hotel',
  'foodchain',
  'restaurant',
  'foodindustry',
  'supermarket',
  'fishshop',
  'dairy',
  'transportfoodservice',
  'helthcare',
  'schools',
  'companyfoodservice',
  'cookingschools',
  'other',
] as const;
