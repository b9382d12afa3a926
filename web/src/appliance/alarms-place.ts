/** The place of the active alarms on the page of an appliance, for links that lead to them. */
export const alarmsPlace = 'alarms';
