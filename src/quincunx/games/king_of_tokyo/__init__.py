"""King of Tokyo, after a definition by John Gear, Noah Thomas, Joshua Warning and Fisher Shen."""
