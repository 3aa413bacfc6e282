import type { ComponentChildren } from 'preact';
import type { Profile } from '../../protocol/profile.ts';
import { VisibleText } from '../forms/visible-text.tsx';
import { t } from '../i18n.ts';
import { ProfileMark } from './surfaces.tsx';
import { CopyText } from './values.tsx';

type FactRow = readonly [string, ComponentChildren];

/** Which profile it is, as a row of a review. */
export const profileRow = ({ colour, name }: Profile): FactRow => [
  t('popup.review.profile'),
  <span class="cluster" key="profile">
    <ProfileMark colour={colour} />
    <VisibleText text={name} />
  </span>,
];

/** Bytes to compare and to copy, as a row of a review. */
export const copyRow = (label: string, text: string): FactRow => [
  label,
  <CopyText key={label} text={text} mono what={label} />,
];
