import { messages } from '@brina/domain/language/messages';
import { applianceMessages } from '../../../appliance/appliance.messages.ts';
import { actionMessages } from '../../../lib/action.messages.ts';
import { applianceTerms } from '../../../lib/appliance-term.messages.ts';
import { listMessages } from '../../../lib/paged-list.messages.ts';
import texts from './dashboard.texts.json' with { type: 'json' };

/** Texts of the dashboard: kitchens, their appliances, and the dialogs that add them. */
export const dashboardMessages = messages(
  'web/dashboard',
  {
    title: 'Kitchens',
    addAppliance: 'Add appliance',
    addKitchen: 'Add kitchen',
    loading: applianceTerms.texts.loadingAppliances,
    loadFailed: applianceTerms.texts.appliancesFailed,
    connectionLost:
      'No live connection. The appliances show the last values received; the connection is restored by itself.',
    // Tiles and filters
    glance: 'Appliances by state',
    all: 'All',
    'tile.freeze': {
      en: 'Freezing',
      apart: 'tile: a state in one short word; functions and phases have their full names',
    },
    'tile.cold': { en: 'Cold', note: 'tile: state of an appliance' },
    'tile.hot': { en: 'Hot', note: 'tile: state of an appliance' },
    'tile.proof': { en: 'Proving', note: 'tile: state of an appliance' },
    'tile.idle': { en: 'Standby', apart: 'tile: a state in one short word' },
    filters: 'Filter appliances',
    search: 'Search',
    searchHint: 'Name, model or serial number',
    kitchen: applianceTerms.texts.kitchen,
    allKitchens: 'All kitchens',
    category: applianceTerms.texts.category,
    allCategories: applianceTerms.texts.anyCategory,
    sort: { en: 'Order', note: 'field: in which order appliances stand' },
    'sort.name': 'By name',
    'sort.attention': 'Most urgent first',
    'sort.model': 'By model',
    needAttention: { one: '{n} needs attention', other: '{n} need attention' },
    found: '{shown} of {all}',
    clearFilters: listMessages.texts.clearFilters,
    nothingFound: applianceTerms.texts.noMatch,
    nothingFoundHint: 'Change or clear the filters to see the others.',
    // Kitchens
    appliances: { one: '{n} appliance', other: '{n} appliances' },
    kitchenEmpty: 'No appliance in this kitchen yet.',
    withoutKitchen: 'Without kitchen',
    closeAll: 'Fold all kitchens',
    openAll: 'Unfold all kitchens',
    kitchenMenu: 'Options of {kitchen}',
    editKitchen: 'Edit kitchen',
    deleteKitchen: 'Delete kitchen',
    deleteKitchenTitle: 'Delete this kitchen?',
    deleteKitchenBody: '{kitchen} holds no appliance. It cannot be restored.',
    kitchenInUse: 'You cannot delete a kitchen that has appliances. Move or release them first.',
    // Appliances
    wall: 'Wall display',
    applianceMenu: 'Options of {appliance}',
    moveTo: 'Move to',
    moved: '{appliance} now stands in {kitchen}.',
    zone1: { en: 'Above', note: 'upper compartment of an appliance' },
    zone2: { en: 'Below', note: 'lower compartment of an appliance' },
    core: { en: 'Core', note: 'tile: temperature in the core of the food' },
    humidity: applianceMessages.texts.humidity,
    doorOpen: 'Door open',
    readyAt: 'Ready at {time}',
    anomaly: applianceTerms.texts.maintenanceRecommended,
    // Dialogs
    cancel: actionMessages.texts.cancel,
    activationCode: 'Activation code',
    activationCodeHint: 'Ten letters and digits, on the label of the appliance.',
    activationCodeForm: 'An activation code has ten letters and digits.',
    applianceName: 'Name of the appliance',
    applianceNameHint: 'As you call it, for example by its place.',
    kitchenServed: '{company} looks after this kitchen and will see the appliance.',
    ownerAdds: 'Appliances are added by the owner of the company. Ask them to open this link.',
    added: '{appliance} was added. It shows its values as soon as it is connected.',
    notSuccessful: 'Operation not successful.',
    // A new company
    emptyTitle: applianceTerms.texts.none,
    emptyKitchen: 'Add your kitchen: the place where the appliances stand.',
    emptyAppliance: 'Add each appliance with the activation code on its label.',
    emptyWatch: 'Watch its temperature and state here as they change.',
    emptyForeign: 'No appliance is shared with you.',
    // Alarms above the list
    alarmWhere: '{appliance}, {kitchen}. Chamber {now}, set {set}.',
    alarmUnseen: '{appliance}, {kitchen}. Last seen {ago}.',
    alarmShow: 'View appliance',
    alarmsElsewhere: { one: '{n} more appliance has an alarm.', other: '{n} more appliances have an alarm.' },
  },
  texts,
);
