import {
  IconAlertTriangleFilled,
  IconBread,
  IconFlame,
  IconPlayerPause,
  IconPlugConnectedX,
  IconSnowflake,
  IconTemperatureMinus,
  type TablerIcon,
} from '@tabler/icons-react';

/** Thermal families and the two states that overrule them. A tone is a colour, an icon and a border, never colour alone. */
export const tones = ['alarm', 'freeze', 'cold', 'hot', 'proof', 'idle', 'offline'] as const;
export type Tone = (typeof tones)[number];

/** The icon that goes with a tone wherever the tone is shown. */
export const toneIcons: Record<Tone, TablerIcon> = {
  alarm: IconAlertTriangleFilled,
  freeze: IconSnowflake,
  cold: IconTemperatureMinus,
  hot: IconFlame,
  proof: IconBread,
  idle: IconPlayerPause,
  offline: IconPlugConnectedX,
};
