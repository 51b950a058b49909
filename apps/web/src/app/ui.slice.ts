import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

const NAV_KEY = 'engawa.nav';

/** UI state of this device. */
export const uiSlice = createSlice({
  name: 'ui',
  initialState: () => ({
    navFolded: localStorage.getItem(NAV_KEY) === 'folded',
    /** Whether the live stream is connected. */
    live: false,
  }),
  reducers: {
    navToggled(state) {
      state.navFolded = !state.navFolded;
      localStorage.setItem(NAV_KEY, state.navFolded ? 'folded' : 'open');
    },
    liveChanged(state, action: PayloadAction<boolean>) {
      state.live = action.payload;
    },
  },
});

export const { navToggled, liveChanged } = uiSlice.actions;
