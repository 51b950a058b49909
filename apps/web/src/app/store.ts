import { configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useDispatch, useSelector } from 'react-redux';
import { api } from '../shared/api/api';
import { uiSlice } from './ui.slice';

/** Creates a store; the app has one, each test its own. */
export function createStore() {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer, ui: uiSlice.reducer },
    middleware: (defaults) =>
      // Feeds hold up to 300 posts; checking them after every action costs frames.
      defaults({ serializableCheck: false, immutableCheck: false }).concat(api.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;

export const useAppDispatch = useDispatch.withTypes<Store['dispatch']>();
export const useAppSelector = useSelector.withTypes<RootState>();
