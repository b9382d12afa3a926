/**
 * Everything the audit log may tell of (docs/SECURITY.md), by the kind of thing it was done to. The words of an action stand under its
 * code in the catalogue of the log. A code that the server no longer writes is dropped here: stored entries show it as it is.
 */
export const auditActions = {
  'session.begin': 'session',
  'session.end': 'session',
  'session.endOthers': 'user',
  'session.switch': 'session',
  'token.reused': 'session',
  'session.refused': 'user',
  'session.locked': 'user',
  'network.refused': 'network',
  'network.limited': 'network',
  'account.register': 'user',
  'account.confirm': 'user',
  'account.resendCode': 'user',
  'account.resetPassword': 'user',
  'account.changePassword': 'user',
  'account.acceptInvitation': 'user',
  'user.update': 'user',
  'user.password': 'user',
  'user.role': 'user',
  'user.flags': 'user',
  'user.signingPin': 'user',
  'user.delete': 'user',
  'user.erase': 'user',
  'user.resetFactors': 'user',
  'factor.add': 'user',
  'factor.rename': 'user',
  'factor.remove': 'user',
  'factor.newCodes': 'user',
  'factor.useCode': 'user',
  'factor.refuse': 'user',
  'session.confirm': 'session',
  'company.create': 'company',
  'company.update': 'company',
  'ledger.export': 'company',
  'laboratory.create': 'laboratory',
  'laboratory.update': 'laboratory',
  'laboratory.delete': 'laboratory',
  'laboratory.plan': 'laboratory',
  'laboratory.look': 'laboratory',
  'appliance.create': 'appliance',
  'appliance.claim': 'appliance',
  'appliance.update': 'appliance',
  'appliance.release': 'appliance',
  'appliance.renewCode': 'appliance',
  'appliance.command': 'appliance',
  'appliance.schedule': 'appliance',
  'appliance.cancelSchedule': 'appliance',
  'appliance.restoreSchedule': 'appliance',
  'appliance.runLive': 'appliance',
  'appliance.maintenance': 'appliance',
  'appliance.hideAnomaly': 'appliance',
  'appliance.seeNotice': 'appliance',
  'appliance.reviewRecord': 'appliance',
  'appliance.amendRecord': 'appliance',
  'appliance.probeCheck': 'appliance',
  'notification.read': 'user',
  'appliance.share': 'appliance',
  'appliance.unshare': 'appliance',
  'appliance.shareWithService': 'appliance',
  'appliance.unshareFromService': 'appliance',
  'certificate.issue': 'appliance',
  'certificate.read': 'appliance',
  'certificate.revoke': 'appliance',
  'member.invite': 'membership',
  'member.inviteAgain': 'membership',
  'member.update': 'membership',
  'member.remove': 'membership',
  'membership.accept': 'membership',
  'membership.leave': 'membership',
  'record.sign': 'company',
  'record.remark': 'company',
  'record.manual': 'company',
  'record.explainMissing': 'company',
  'record.report': 'company',
  'record.action': 'company',
  'record.hold': 'company',
  'record.liftHold': 'company',
  'subscription.create': 'company',
  'subscription.change': 'company',
  'subscription.end': 'company',
  'subscription.ask': 'company',
  'subscription.confirm': 'company',
  'subscription.refuse': 'company',
  'subscription.lapse': 'company',
  'inspection.create': 'company',
  'inspection.end': 'company',
  'inspection.poster': 'laboratory',
  'inspection.grant': 'company',
  'inspection.refuse': 'company',
  'record.verifyAction': 'company',
  'recipe.create': 'recipe',
  'recipe.update': 'recipe',
  'recipe.delete': 'recipe',
  'recipe.restore': 'recipe',
  'recipe.export': 'company',
  'recipe.import': 'company',
  'favourites.update': 'appliance',
  'favourites.resolve': 'appliance',
  'favourites.copy': 'appliance',
  'news.create': 'news',
  'news.update': 'news',
  'news.delete': 'news',
  'news.hide': 'news',
} as const;

/** What the server writes into the audit log. */
export type AuditAction = keyof typeof auditActions;

/** The kinds of things that something is done to. */
export type AuditedKind = (typeof auditActions)[AuditAction];

/** The actions in the order in which people choose from them. */
export const auditActionCodes = Object.keys(auditActions) as readonly AuditAction[];

/** Whether a stored or a typed code is an action of today. */
export const isAuditAction = (code: string): code is AuditAction => Object.hasOwn(auditActions, code);

/** Whether a stored kind of thing is one of today. */
export const isAuditedKind = (kind: string): kind is AuditedKind =>
  (Object.values(auditActions) as readonly string[]).includes(kind);

/**
 * What an entry may tell besides, by its name, and what its values are: words that each reader gets in the own language (`command` the name
 * of one, `kind` of what was done or proved by, `fields` names of fields between spaces), a number, a flag, or data that stays as it is
 * stored, such as an ID. Secrets are never among it.
 */
export const auditDetails = {
  // A command, a record, messages, work done
  name: 'command',
  command: 'data',
  notice: 'data',
  batch: 'data',
  action: 'data',
  signer: 'data',
  revision: 'number',
  day: 'data',
  read: 'number',
  kind: 'kind',
  // Cycles of the library
  title: 'data',
  count: 'number',
  // An appliance, its certificate, and who serves or shares it
  model: 'model',
  domain: 'market',
  certificate: 'data',
  partner: 'data',
  membership: 'data',
  // A user
  role: 'role',
  from: 'role',
  to: 'role',
  corrected: 'flag',
  pro: 'flag',
  cycleLibrary: 'flag',
  energyPanel: 'flag',
  fields: 'fields',
  endedSessions: 'number',
  left: 'number',
  // Refused sign-ins
  tries: 'number',
  accounts: 'number',
  networks: 'number',
} as const;

/** The names of what an entry may tell besides. */
export type AuditDetailName = keyof typeof auditDetails;

/** What an entry tells besides. */
export type AuditDetail = Partial<Record<AuditDetailName, string | number | boolean>>;

/** Whether a stored name is one of today. */
export const isAuditDetail = (name: string): name is AuditDetailName => Object.hasOwn(auditDetails, name);
