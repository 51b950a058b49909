/* global jest */
// A service test starts real parts; on two busy cores that takes longer than jest's five seconds.
// (An option of the whole run would not reach a project that is run alone.)
jest.setTimeout(30_000);
