import {
  IconAccessible,
  IconBell,
  IconBolt,
  IconBook,
  IconChartLine,
  IconClipboardText,
  IconCloudUpload,
  IconFridge,
  IconHelpCircle,
  IconListDetails,
  IconMessageChatbot,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { MenuIcon } from '../screens.ts';

/** The drawing of each menu icon. */
export const menuIcons: Readonly<Record<MenuIcon, TablerIcon>> = {
  dashboard: IconFridge,
  records: IconClipboardText,
  cycles: IconListDetails,
  analytics: IconChartLine,
  energy: IconBolt,
  notifications: IconBell,
  admin: IconUsers,
  report: IconClipboardText,
  fota: IconCloudUpload,
  afterSales: IconBook,
  assistant: IconMessageChatbot,
  support: IconHelpCircle,
  accessibility: IconAccessible,
};
