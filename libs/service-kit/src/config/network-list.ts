import { z } from 'zod';
import { parseNetworks } from '../outbound/address.rules';

/** A variable that lists the private networks that an operator allows; see `parseNetworks`. */
export const networkList = z.string().default('').refine(isNetworks, 'is not a list of networks');

function isNetworks(text: string): boolean {
  try {
    parseNetworks(text);
    return true;
  } catch {
    return false;
  }
}
