import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EditedNews, listEditedNews } from '@brina/contract/calls/maker/news';
import { localMinuteOf, momentOf, stateOf, wordsFor } from './news.data.ts';

const [news]: readonly [EditedNews] = [structuredClone(listEditedNews.example.reply[0]) as EditedNews];

describe('news', () => {
  it('S2.36 a moment written into a field and read again is the same minute, around every change of the clocks', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2026-07-01', '2026-12-31']) {
      for (let hour = 0; hour < 24; hour += 1) {
        const at = Date.parse(`${day}T${String(hour).padStart(2, '0')}:30:00Z`);
        const read = momentOf(localMinuteOf(at));
        // In the hour that comes twice, the field cannot say which of the two is meant.
        assert.ok(read === at || Math.abs((read ?? 0) - at) === 3_600_000, `${day} ${hour}`);
        assert.equal(localMinuteOf(read ?? 0), localMinuteOf(at));
      }
    }
    assert.equal(momentOf(''), null);
  });

  it('S2.36 news is planned, shown and over; its end is the first moment without it', () => {
    assert.equal(stateOf(news, news.from - 1), 'planned');
    assert.equal(stateOf(news, news.from), 'shown');
    assert.equal(stateOf(news, news.to - 1), 'shown');
    assert.equal(stateOf(news, news.to), 'over');
  });

  it('S2.36 a reader sees its language, else English, else the first', () => {
    const words = (language: string) => ({ language, title: language, body: language });
    assert.equal(wordsFor({ texts: [words('it_IT'), words('ja_JP')] }, 'ja')?.title, 'ja_JP');
    assert.equal(wordsFor({ texts: [words('it_IT'), words('en_GB')] }, 'ja')?.title, 'en_GB');
    assert.equal(wordsFor({ texts: [words('it_IT'), words('de_DE')] }, 'ja')?.title, 'it_IT');
  });
});
