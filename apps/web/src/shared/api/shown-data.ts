/**
 * What a query whose argument changes shows: until the answer, the data of the argument before;
 * never in place of an error.
 */
export function shownData<Data>(query: {
  data?: Data | undefined;
  currentData?: Data | undefined;
  isError: boolean;
}): Data | undefined {
  return query.isError ? query.currentData : query.data;
}
