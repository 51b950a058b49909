import { createContext } from 'react';

export type RankRing = 'gold' | 'silver' | 'bronze';

/** The month's ranking: staff id → ring (TML-13). */
export const RankRings = createContext<ReadonlyMap<string, RankRing>>(new Map());
