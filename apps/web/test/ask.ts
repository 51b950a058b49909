import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { apiBaseQuery, type ApiRequest } from '../src/shared/api/base-query';

/** Sends a request as an endpoint of the app does. */
export function ask(request: ApiRequest | string) {
  const { method = 'GET' } = typeof request === 'string' ? {} : request;
  const endpoint: Partial<BaseQueryApi> = {
    signal: new AbortController().signal,
    endpoint: 'x',
    type: method === 'GET' ? 'query' : 'mutation',
  };
  return apiBaseQuery(request, endpoint as BaseQueryApi, {});
}
