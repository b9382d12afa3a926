import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import texts from './chart.texts.json' with { type: 'json' };

/** Texts of the charts of any metrics. */
export const chartMessages = messages(
  'web/appliance/charts',
  {
    charts: 'Charts',
    'period.24h': '24 h',
    'period.7d': '7 days',
    'period.30d': '30 days',
    'period.custom': { en: 'Custom', note: 'a period of one’s own choice' },
    from: { en: 'From', note: 'field: begin of a period' },
    to: { en: 'To', note: 'field: end of a period' },
    daysWrong: 'Choose a last day after the first, at most a year later.',
    choose: 'Choose what is shown ({chosen} of {most})',
    chooseSome: 'Choose at least one value to show.',
    summary: '{names}: between {min} and {max}.',
    download: 'Download CSV',
    zone: 'Time zone',
    allValues: 'All values',
    'axis.T': applianceMessages.texts.curve,
    'axis.dT': 'Temperature differences',
    'axis.RH': applianceMessages.texts.humidity,
    'axis.%': 'Power and speed',
    'axis.bar': 'Pressures',
    'axis.kW': 'Electric power',
    'axis.kWh': { en: 'Energy', apart: 'axis of a chart' },
    'axis.V': 'Voltage',
    'axis.dBm': 'Wireless signal',
    'axis.n': { en: 'Counters', note: 'axis of a chart: values that count something' },
    'axis.h': 'Hours',
    'axis.band': { en: 'States', note: 'axis of a chart: values such as on and off' },
  },
  texts,
);
