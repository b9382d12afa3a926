import { families, metricsOf } from '@brina/domain/appliance/families/families';
import type { CommandRow, FamilyRow, ModelRow } from '@brina/domain/appliance/families/family';
import { type FamilyCode, familyCodes } from '@brina/domain/appliance/families/family-code';
import { refusals } from '@brina/domain/appliance/refusals';
import { familyCommands } from '@brina/domain/commands/family-commands';
import type { FastifyInstance } from 'fastify';
import { serveFixedText } from './fixed-text.ts';

/** A row as it is published: where models are told by a rule, their stored names stand instead of it. */
type Published<Row> = Omit<Row, 'fitted'> & { models: readonly string[] };

const published = <Row extends { fitted?: (model: ModelRow) => boolean }>(
  { fitted, ...row }: Row,
  models: readonly ModelRow[],
): Published<Row> => ({
  ...row,
  models: models.filter((model) => fitted?.(model) ?? true).map(({ storedName }) => storedName),
});

const each = <Row extends { fitted?: (model: ModelRow) => boolean }>(
  rows: Readonly<Record<string, Row>>,
  models: readonly ModelRow[],
): Record<string, Published<Row>> =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, published(row, models)]));

/** The commands of a family: arguments with their ranges, reasons of refusal, and the models that have each (S7.29). */
export const commandsFile = (
  { code, gamma, models }: FamilyRow,
  commands: Readonly<Record<string, CommandRow>> = familyCommands[code],
) => ({
  family: code,
  gamma,
  refusalsOfEveryCommand: Object.entries(refusals)
    .filter(([, row]) => row.any)
    .map(([reason]) => reason),
  commands: each(commands, models),
});

/** What else a family has: functions, modes, phases, Sanigen, proofing plan, and its models with what they measure (S7.29). */
export const extrasFile = ({
  code,
  gamma,
  name,
  air,
  functions,
  modes,
  phases,
  sanigen,
  proofing,
  models,
}: FamilyRow) => ({
  family: code,
  gamma,
  name,
  air,
  functions,
  modes: each(modes, models),
  phases,
  sanigen,
  proofing,
  models: models.map((model) => ({ ...model, metrics: metricsOf(model) })),
});

const files = { commands: commandsFile, extras: extrasFile } as const;

/**
 * Serves `/families/{family}/commands.json` and `/families/{family}/extras.json`, made from the rows of this version (docs/API.md).
 */
export function serveFamilyFiles(app: FastifyInstance): void {
  for (const code of familyCodes)
    for (const name of ['commands', 'extras'] as const)
      serveFixedText(app, `/families/${code}/${name}.json`, {
        type: 'application/json',
        text: JSON.stringify(files[name](families[code satisfies FamilyCode])),
      });
}
